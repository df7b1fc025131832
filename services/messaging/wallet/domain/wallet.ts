import type { WalletKind } from "#libs/contracts/wallet/index.ts";
import type { Money } from "#libs/kernel/money.ts";

/** The money of a user as a fan or as a creator: a cache of the ledger account. Amounts are minor units. */
export interface Wallet {
  readonly _id: string;
  readonly userId: string;
  readonly kind: WalletKind;
  readonly currency: string;
  readonly balance: Money;
  /** In escrow, neither released nor refunded yet. */
  readonly held: Money;
  /** Sum of all releases so far; zero for a fan. */
  readonly earned: Money;
  readonly frozen: boolean;
  /** Number of movements of the account so far. */
  readonly sequence: number;
  /** Sequence of the last movement before the wallet was frozen; null when it is not frozen. */
  readonly frozenAtSequence: number | null;
  readonly createdAt: Date;
}
