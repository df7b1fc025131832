import { CURRENCY } from "#libs/contracts/shared.ts";
import { WALLET_KINDS } from "#libs/contracts/wallet/index.ts";
import { boolean, type DocumentOf, date, money, nullable, number, oneOf, text, withDefault } from "#libs/kernel/fields.ts";

export const walletFields = {
  _id: text,
  userId: text,
  kind: oneOf(WALLET_KINDS),
  currency: withDefault(text, CURRENCY),
  balance: money,
  /** In escrow, neither released nor refunded yet. */
  held: money,
  /** Sum of all releases so far; zero for a fan. */
  earned: withDefault(money, 0n),
  frozen: boolean,
  /** Number of movements of the account so far. */
  sequence: number,
  /** Sequence of the last movement before the wallet was frozen; null when it is not frozen. */
  frozenAtSequence: nullable(number),
  createdAt: date,
};

/** The money of a user as a fan or as a creator: a cache of the ledger account. Amounts are minor units. */
export interface Wallet extends DocumentOf<typeof walletFields> {}
