import { CURRENCY } from "#libs/contracts/shared.ts";
import type { WalletKind } from "#libs/contracts/wallet/index.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Money } from "#libs/kernel/money.ts";
import type { Collection, Collections, Update } from "#libs/platform/mongo/collection.ts";
import { retryOnDuplicateKey } from "#libs/platform/mongo/retry-on-duplicate-key.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { sumOf } from "../domain/ledger.ts";
import type { Wallet } from "../domain/wallet.ts";
import { wallets } from "./wallet.model.ts";

/** An amount that moves into or out of the wallet of a user. */
interface AmountOf {
  readonly userId: string;
  /** Minor units. */
  readonly amount: Money;
}

/** Every change of an amount is one conditional update, so that a balance which was read before decides nothing. */
export interface WalletStore {
  find(userId: string, kind: WalletKind, tx?: Tx): Promise<Wallet | null>;
  /** The one or two wallets of a user. */
  listOfUser(userId: string): Promise<Wallet[]>;
  /** The wallet; creates it when there is none. */
  findOrCreate(userId: string, kind: WalletKind, tx?: Tx): Promise<Wallet>;
  /** Moves an amount from the fan's balance to held. Null when there is no wallet, it is frozen or its balance is too low. */
  hold(tx: Tx, userId: string, amount: Money): Promise<Wallet | null>;
  /** As {@link hold} for several amounts, in their order; when one cannot be held, none is. */
  holdAll(tx: Tx, amounts: readonly AmountOf[]): Promise<readonly (Wallet | null)[]>;
  /** Takes amounts out of what the wallets of fans hold. False when one of them holds less. */
  spendHeld(tx: Tx, amounts: readonly AmountOf[]): Promise<boolean>;
  /** Moves an amount from held back to the fan's balance, also in a frozen wallet. Null when the wallet holds less. */
  returnHeld(tx: Tx, userId: string, amount: Money): Promise<Wallet | null>;
  /** Adds an amount to a balance; creates the wallet when there is none. */
  credit(tx: Tx, userId: string, kind: WalletKind, amount: Money): Promise<Wallet>;
  /**
   * Adds the net prices of replies to balance and lifetime earnings of their creators; creates the wallets when there are none.
   * Returns the wallet as it is after each of them.
   */
  creditEarnings(tx: Tx, amounts: readonly AmountOf[]): Promise<readonly Wallet[]>;
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
const CREATOR: WalletKind = "CREATOR";
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
    async creditEarnings(tx, amounts) {
      const credits = creditsOf(amounts);
      const updateOf = ({ userId, net, count }: Credit) => ({
        $setOnInsert: newWallet(userId, CREATOR),
        $inc: { balance: net, earned: net, sequence: count },
      });
      const [only, ...others] = credits;
      if (only && others.length === 0) return walletsAfter(amounts, [await upsert(only.userId, CREATOR, updateOf(only), tx)]);
      const operations = credits.map((credit) => ({
        updateOne: { filter: { userId: credit.userId, kind: CREATOR }, update: updateOf(credit), upsert: true },
      }));
      await retryOnDuplicateKey(() => collection.bulkWrite(operations, { tx, trusted: true }), tx);
      const creatorIds = credits.map(({ userId }) => userId);
      return walletsAfter(amounts, await collection.find({ userId: { $in: creatorIds }, kind: CREATOR }, { tx }));
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

/** The credits of one creator. */
interface Credit {
  readonly userId: string;
  readonly net: Money;
  readonly count: number;
}

function creditsOf(amounts: readonly AmountOf[]): Credit[] {
  const ofCreators = Map.groupBy(amounts, ({ userId }) => userId);
  return [...ofCreators].map(([userId, own]) => ({ userId, net: sumOf(own.map(({ amount }) => amount)), count: own.length }));
}

/** The wallet after each of some credits, counted back from the wallets after all of them. */
function walletsAfter(amounts: readonly AmountOf[], after: readonly Wallet[]): Wallet[] {
  const wallets = new Map(after.map((wallet) => [wallet.userId, wallet]));
  return amounts
    .toReversed()
    .map(({ userId, amount }) => {
      const wallet = wallets.get(userId);
      if (!wallet) throw new Error(`there is no wallet of ${userId}`);
      const { balance, earned, sequence } = wallet;
      wallets.set(userId, { ...wallet, balance: balance - amount, earned: earned - amount, sequence: sequence - 1 });
      return wallet;
    })
    .reverse();
}

/** The part of a fan's wallet that is in escrow. */
function heldAmounts(collection: Collection<Wallet>): Pick<WalletStore, "hold" | "holdAll" | "spendHeld" | "returnHeld"> {
  const holdable = ({ userId, amount }: AmountOf) => ({ userId, kind: FAN, frozen: false, balance: { $gte: amount } });
  const holdOf = (amount: Money) => ({ $inc: { balance: -amount, held: amount, sequence: 1 } });
  return {
    hold: (tx, userId, amount) =>
      collection.findOneAndUpdate(holdable({ userId, amount }), holdOf(amount), { tx, returnDocument: "after" }),
    async holdAll(tx, amounts) {
      const found = await collection.find({ userId: { $in: amounts.map(({ userId }) => userId) }, kind: FAN }, { tx });
      const wallets = new Map(found.map((wallet) => [wallet.userId, wallet]));
      const after = amounts.map(({ userId, amount }) => {
        const wallet = wallets.get(userId);
        if (!wallet || wallet.frozen || wallet.balance < amount) return null;
        const { balance, held, sequence } = wallet;
        const changed = { ...wallet, balance: balance - amount, held: held + amount, sequence: sequence + 1 };
        wallets.set(userId, changed);
        return changed;
      });
      if (after.includes(null)) return after;
      // The sequence proves that the wallet is still what was read.
      const operations = amounts.map((each, index) => {
        const filter = { ...holdable(each), sequence: (after[index] as Wallet).sequence - 1 };
        return { updateOne: { filter, update: holdOf(each.amount) } };
      });
      const { modifiedCount } = await collection.bulkWrite(operations, { tx, trusted: true });
      if (modifiedCount !== amounts.length) throw new Error("a wallet was written meanwhile");
      return after;
    },
    async spendHeld(tx, amounts) {
      const operations = amounts.map(({ userId, amount }) => {
        const filter = { userId, kind: FAN, held: { $gte: amount } };
        return { updateOne: { filter, update: { $inc: { held: -amount } } } };
      });
      return (await collection.bulkWrite(operations, { tx, trusted: true })).modifiedCount === amounts.length;
    },
    returnHeld: (tx, userId, amount) =>
      collection.findOneAndUpdate(
        { userId, kind: FAN, held: { $gte: amount } },
        { $inc: { balance: amount, held: -amount, sequence: 1 } },
        { tx, returnDocument: "after" },
      ),
  };
}
