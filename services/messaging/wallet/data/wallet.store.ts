import mongoose, { type Connection, type Model, type UpdateQuery } from "mongoose";
import { CURRENCY } from "#libs/contracts/shared.ts";
import type { WalletKind } from "#libs/contracts/wallet.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Money } from "#libs/kernel/money.ts";
import { isDuplicateKey } from "#libs/mongo/duplicate-key.ts";
import { modelOf } from "#libs/mongo/model-of.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { Wallet } from "../domain/wallet.ts";
import { walletSchema } from "./wallet.model.ts";

/** Wallets. Every change of an amount is one conditional update, so that no reader's view of a balance decides anything. */
export interface WalletStore {
  find(userId: string, kind: WalletKind, tx?: Tx): Promise<Wallet | null>;
  /** The one or two wallets of a user. */
  listOf(userId: string): Promise<Wallet[]>;
  /** The wallet, made when there is none. */
  ensure(userId: string, kind: WalletKind, tx?: Tx): Promise<Wallet>;
  /** Moves an amount from the fan's balance to held. Null when the wallet is missing, frozen or too poor. */
  hold(tx: Tx, userId: string, amount: Money): Promise<Wallet | null>;
  /** Takes an amount out of what the fan's wallet holds. False when it does not hold so much. */
  spendHeld(tx: Tx, userId: string, amount: Money): Promise<boolean>;
  /** Moves an amount from held back to the fan's balance, frozen or not. Null when the wallet does not hold so much. */
  giveBack(tx: Tx, userId: string, amount: Money): Promise<Wallet | null>;
  /** Adds an amount to a balance; makes the wallet when there is none. */
  credit(tx: Tx, userId: string, kind: WalletKind, amount: Money): Promise<Wallet>;
  /** Adds what an answer brought to the creator's balance; makes the wallet when there is none. */
  earn(tx: Tx, userId: string, net: Money): Promise<Wallet>;
  /** Takes an amount out of a balance. Null when the wallet is missing, frozen or too poor. */
  debit(tx: Tx, userId: string, kind: WalletKind, amount: Money): Promise<Wallet | null>;
  /** Takes the next place in the chain of movements without moving anything. Throws when there is no wallet. */
  takePlace(tx: Tx, userId: string, kind: WalletKind): Promise<Wallet>;
  /** Freezes or unfreezes a wallet. Returns whether it was frozen before, or null when there is no wallet. */
  setFrozen(tx: Tx, userId: string, frozen: boolean, kind?: WalletKind): Promise<boolean | null>;
  /** One batch in memory at a time. */
  all(tx: Tx): AsyncIterable<Wallet>;
}

const FAN: WalletKind = "FAN";
const AFTER = { returnDocument: "after" } as const;
const MAX_WALLETS = 10;
const CURSOR_BATCH = 1_000;

/** The part of a fan's wallet that is in escrow. */
function heldAmounts(wallets: Model<Wallet>): Pick<WalletStore, "hold" | "spendHeld" | "giveBack"> {
  return {
    hold: (session, userId, amount) =>
      wallets
        .findOneAndUpdate(
          { userId, kind: FAN, frozen: false, balance: { $gte: amount } },
          { $inc: { balance: -amount, held: amount, sequence: 1 } },
          { ...AFTER, session },
        )
        .lean(),
    async spendHeld(session, userId, amount) {
      const filter = { userId, kind: FAN, held: { $gte: amount } };
      const { modifiedCount } = await wallets.updateOne(filter, { $inc: { held: -amount } }, { session });
      return modifiedCount === 1;
    },
    giveBack: (session, userId, amount) =>
      wallets
        .findOneAndUpdate(
          { userId, kind: FAN, held: { $gte: amount } },
          { $inc: { balance: amount, held: -amount, sequence: 1 } },
          { ...AFTER, session },
        )
        .lean(),
  };
}

export function walletStore(connection: Connection, clock: Clock): WalletStore {
  const wallets = modelOf(connection, "wallets", walletSchema);

  const birth = (userId: string, kind: WalletKind) => ({
    _id: uuid(),
    userId,
    kind,
    currency: CURRENCY,
    held: 0n,
    frozen: false,
    frozenAtSequence: null,
    createdAt: clock.now(),
  });
  const optional = (tx?: Tx) => (tx ? { session: tx } : {});
  const find = (userId: string, kind: WalletKind, tx?: Tx) => wallets.findOne({ userId, kind }, null, optional(tx)).lean();
  const upsert = (userId: string, kind: WalletKind, update: UpdateQuery<Wallet>, tx?: Tx) =>
    wallets.findOneAndUpdate({ userId, kind }, update, { ...AFTER, ...optional(tx), upsert: true }).lean();

  return {
    find,
    listOf: (userId) => wallets.find({ userId }).sort({ kind: -1 }).limit(MAX_WALLETS).lean(),
    async ensure(userId, kind, tx) {
      const known = await find(userId, kind, tx);
      if (known) return known;
      const empty = { $setOnInsert: { ...birth(userId, kind), balance: 0n, earned: 0n, sequence: 0 } };
      if (tx) return repeatable(() => upsert(userId, kind, empty, tx));
      return twice(() => upsert(userId, kind, empty));
    },
    ...heldAmounts(wallets),
    credit: (tx, userId, kind, amount) => {
      const born = { ...birth(userId, kind), earned: 0n };
      return repeatable(() => upsert(userId, kind, { $setOnInsert: born, $inc: { balance: amount, sequence: 1 } }, tx));
    },
    earn: (tx, userId, net) =>
      repeatable(() =>
        upsert(userId, "CREATOR", { $setOnInsert: birth(userId, "CREATOR"), $inc: { balance: net, earned: net, sequence: 1 } }, tx),
      ),
    debit: (session, userId, kind, amount) =>
      wallets
        .findOneAndUpdate(
          { userId, kind, frozen: false, balance: { $gte: amount } },
          { $inc: { balance: -amount, sequence: 1 } },
          { ...AFTER, session },
        )
        .lean(),
    async takePlace(session, userId, kind) {
      const wallet = await wallets.findOneAndUpdate({ userId, kind }, { $inc: { sequence: 1 } }, { ...AFTER, session }).lean();
      if (!wallet) throw new Error(`there is no ${kind} wallet of ${userId}`);
      return wallet;
    },
    async setFrozen(tx, userId, frozen, kind = FAN) {
      const wallet = await find(userId, kind, tx);
      if (!wallet) return null;
      if (wallet.frozen !== frozen) {
        const frozenAtSequence = frozen ? wallet.sequence : null;
        await wallets.updateOne({ _id: wallet._id }, { $set: { frozen, frozenAtSequence } }, { session: tx });
      }
      return wallet.frozen;
    },
    all: (session) => wallets.find({}, null, { session }).lean().cursor({ batchSize: CURSOR_BATCH }),
  };
}

/** Two upserts of one wallet at once: the loser finds it the second time. */
async function twice<T>(upsert: () => Promise<T>): Promise<T> {
  try {
    return await upsert();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return upsert();
  }
}

/** Inside a transaction the loser cannot look again; the whole transaction is repeated, as after a write conflict. */
async function repeatable<T>(upsert: () => Promise<T>): Promise<T> {
  try {
    return await upsert();
  } catch (error) {
    if (isDuplicateKey(error) && error instanceof mongoose.mongo.MongoServerError) error.addErrorLabel("TransientTransactionError");
    throw error;
  }
}
