import { CURRENCY } from "#libs/contracts/shared.ts";
import type { WalletKind } from "#libs/contracts/wallet/index.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Money } from "#libs/kernel/money.ts";
import type { Collection, Collections, Update } from "#libs/platform/mongo/collection.ts";
import { retryOnDuplicateKey } from "#libs/platform/mongo/retry-on-duplicate-key.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { Wallet } from "../domain/wallet.ts";
import { wallets } from "./wallet.model.ts";

/** Every change of an amount is one conditional update, so that a balance which was read before decides nothing. */
export interface WalletStore {
  find(userId: string, kind: WalletKind, tx?: Tx): Promise<Wallet | null>;
  /** The one or two wallets of a user. */
  listOfUser(userId: string): Promise<Wallet[]>;
  /** The wallet; creates it when there is none. */
  findOrCreate(userId: string, kind: WalletKind, tx?: Tx): Promise<Wallet>;
  /** Moves an amount from the fan's balance to held. Null when there is no wallet, it is frozen or its balance is too low. */
  hold(tx: Tx, userId: string, amount: Money): Promise<Wallet | null>;
  /** Takes an amount out of what the fan's wallet holds. False when it holds less. */
  spendHeld(tx: Tx, userId: string, amount: Money): Promise<boolean>;
  /** Moves an amount from held back to the fan's balance, also in a frozen wallet. Null when the wallet holds less. */
  returnHeld(tx: Tx, userId: string, amount: Money): Promise<Wallet | null>;
  /** Adds an amount to a balance; creates the wallet when there is none. */
  credit(tx: Tx, userId: string, kind: WalletKind, amount: Money): Promise<Wallet>;
  /** Adds the net price of a reply to balance and lifetime earnings of the creator; creates the wallet when there is none. */
  creditEarnings(tx: Tx, userId: string, net: Money): Promise<Wallet>;
  /** Takes an amount out of a balance. Null when there is no wallet, it is frozen or its balance is too low. */
  debit(tx: Tx, userId: string, kind: WalletKind, amount: Money): Promise<Wallet | null>;
  /** Uses up the next sequence number of the account without moving money. Throws when there is no wallet. */
  nextSequence(tx: Tx, userId: string, kind: WalletKind): Promise<Wallet>;
  /** Freezes or unfreezes a wallet. Returns whether it was frozen before, or null when there is no wallet. */
  setFrozen(tx: Tx, userId: string, frozen: boolean, kind?: WalletKind): Promise<boolean | null>;
  /** All wallets, in batches. */
  scan(tx: Tx): AsyncIterable<Wallet>;
}

const FAN: WalletKind = "FAN";
const MAX_WALLETS = 10;
const SCAN_BATCH_SIZE = 1_000;

export function walletStore(database: Collections, clock: Clock): WalletStore {
  const collection = database.collection(wallets);
  const find = (userId: string, kind: WalletKind, tx?: Tx) => collection.findOne({ userId, kind }, { tx });
  const newWallet = (userId: string, kind: WalletKind) => ({
    _id: uuid(),
    userId,
    kind,
    currency: CURRENCY,
    held: 0n,
    frozen: false,
    frozenAtSequence: null,
    createdAt: clock.now(),
  });
  const upsert = (userId: string, kind: WalletKind, update: Update<Wallet>, tx?: Tx) =>
    retryOnDuplicateKey(async () => {
      const wallet = await collection.findOneAndUpdate({ userId, kind }, update, { tx, returnDocument: "after", upsert: true });
      return wallet as Wallet;
    }, tx);

  return {
    find,
    listOfUser: (userId) => collection.find({ userId }, { sort: { kind: -1 }, limit: MAX_WALLETS }),
    async findOrCreate(userId, kind, tx) {
      const existing = await find(userId, kind, tx);
      if (existing) return existing;
      return upsert(userId, kind, { $setOnInsert: { ...newWallet(userId, kind), balance: 0n, earned: 0n, sequence: 0 } }, tx);
    },
    ...heldAmounts(collection),
    credit: (tx, userId, kind, amount) => {
      const onInsert = { ...newWallet(userId, kind), earned: 0n };
      return upsert(userId, kind, { $setOnInsert: onInsert, $inc: { balance: amount, sequence: 1 } }, tx);
    },
    creditEarnings: (tx, userId, net) => {
      const onInsert = newWallet(userId, "CREATOR");
      return upsert(userId, "CREATOR", { $setOnInsert: onInsert, $inc: { balance: net, earned: net, sequence: 1 } }, tx);
    },
    debit: (tx, userId, kind, amount) =>
      collection.findOneAndUpdate(
        { userId, kind, frozen: false, balance: { $gte: amount } },
        { $inc: { balance: -amount, sequence: 1 } },
        { tx, returnDocument: "after" },
      ),
    async nextSequence(tx, userId, kind) {
      const wallet = await collection.findOneAndUpdate({ userId, kind }, { $inc: { sequence: 1 } }, { tx, returnDocument: "after" });
      if (!wallet) throw new Error(`there is no ${kind} wallet of ${userId}`);
      return wallet;
    },
    async setFrozen(tx, userId, frozen, kind = FAN) {
      const wallet = await find(userId, kind, tx);
      if (!wallet) return null;
      if (wallet.frozen !== frozen) {
        const frozenAtSequence = frozen ? wallet.sequence : null;
        await collection.updateOne({ _id: wallet._id }, { $set: { frozen, frozenAtSequence } }, { tx });
      }
      return wallet.frozen;
    },
    scan: (tx) => collection.scan({}, { tx, batchSize: SCAN_BATCH_SIZE }),
  };
}

/** The part of a fan's wallet that is in escrow. */
function heldAmounts(collection: Collection<Wallet>): Pick<WalletStore, "hold" | "spendHeld" | "returnHeld"> {
  return {
    hold: (tx, userId, amount) =>
      collection.findOneAndUpdate(
        { userId, kind: FAN, frozen: false, balance: { $gte: amount } },
        { $inc: { balance: -amount, held: amount, sequence: 1 } },
        { tx, returnDocument: "after" },
      ),
    async spendHeld(tx, userId, amount) {
      const filter = { userId, kind: FAN, held: { $gte: amount } };
      const { modifiedCount } = await collection.updateOne(filter, { $inc: { held: -amount } }, { tx });
      return modifiedCount === 1;
    },
    returnHeld: (tx, userId, amount) =>
      collection.findOneAndUpdate(
        { userId, kind: FAN, held: { $gte: amount } },
        { $inc: { balance: amount, held: -amount, sequence: 1 } },
        { tx, returnDocument: "after" },
      ),
  };
}
