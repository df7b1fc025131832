import type { WalletKind } from "#libs/contracts/wallet.ts";
import type { Money } from "#libs/kernel/money.ts";

/** The money of a user in one role; a sum that the ledger can prove. Amounts are minor units. */
export interface Wallet {
  readonly _id: string;
  readonly userId: string;
  readonly kind: WalletKind;
  readonly currency: string;
  readonly balance: Money;
  /** In escrow, not yet paid out or given back. */
  readonly held: Money;
  /** What answers have ever brought; zero for a fan. */
  readonly earned: Money;
  readonly frozen: boolean;
  /** How many movements the account of this wallet has had. */
  readonly sequence: number;
  /** The last movement before the wallet was frozen; null when it is not frozen. */
  readonly frozenAtSequence: number | null;
  readonly createdAt: Date;
}
