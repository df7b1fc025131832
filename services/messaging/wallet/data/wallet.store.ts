import { CURRENCY } from "#libs/contracts/shared.ts";
import type { WalletKind } from "#libs/contracts/wallet/index.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { retryOnDuplicateKey } from "#libs/platform/mongo/retry-on-duplicate-key.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { documentKind, type Key } from "#libs/platform/mongo/working-set.ts";
import type { Wallet } from "../domain/wallet.ts";
import { wallets } from "./wallet.model.ts";

export interface WalletStore {
  find(userId: string, kind: WalletKind, tx?: Tx): Promise<Wallet | null>;
  /** The one or two wallets of a user. */
  listOfUser(userId: string): Promise<Wallet[]>;
  /** The wallets of some users. */
  listOfUsers(userIds: readonly string[]): Promise<Wallet[]>;
  /** The wallet; creates it when there is none. */
  findOrCreate(userId: string, kind: WalletKind, tx?: Tx): Promise<Wallet>;
  /** A wallet without money, which is not stored. */
  newWallet(userId: string, kind: WalletKind): Wallet;
  /** Wallets of former users that money has reached since. */
  listClosedWithMoney(skip: number, limit: number): Promise<Wallet[]>;
  /** Wallets of former users that chargebacks have left below zero. */
  listClosedWithDebt(skip: number, limit: number): Promise<Wallet[]>;
}

const MAX_WALLETS = 10;

const nameOf = ({ userId, kind }: Pick<Wallet, "userId" | "kind">): string => `${userId}:${kind}`;
const walletKind = documentKind(wallets, (userIds) => ({ userId: { $in: [...userIds] } }), nameOf, ["frozen", "sequence"]);

/** The wallet of a user in a working set. */
export function walletOf(userId: string, kind: WalletKind): Key<Wallet> {
  return { kind: walletKind, name: nameOf({ userId, kind }), value: userId };
}

export function walletStore(database: Collections, clock: Clock): WalletStore {
  const collection = database.collection(wallets);
  const find = (userId: string, kind: WalletKind, tx?: Tx) => collection.findOne({ userId, kind }, { tx });
  const newWallet = (userId: string, kind: WalletKind): Wallet => ({
    _id: uuid(),
    userId,
    kind,
    currency: CURRENCY,
    balance: 0n,
    held: 0n,
    earned: 0n,
    frozen: false,
    sequence: 0,
    frozenAtSequence: null,
    audited: true,
    createdAt: clock.now(),
  });
  return {
    find,
    newWallet,
    listOfUser: (userId) => collection.find({ userId }, { sort: { kind: -1 }, limit: MAX_WALLETS }),
    listOfUsers: async (userIds) => (userIds.length === 0 ? [] : collection.find({ userId: { $in: [...new Set(userIds)] } })),
    async findOrCreate(userId, kind, tx) {
      const existing = await find(userId, kind, tx);
      if (existing) return existing;
      const options = { tx, returnDocument: "after", upsert: true } as const;
      return retryOnDuplicateKey(async () => {
        const wallet = await collection.findOneAndUpdate({ userId, kind }, { $setOnInsert: newWallet(userId, kind) }, options);
        return wallet as Wallet;
      }, tx);
    },
    listClosedWithMoney: (skip, limit) =>
      collection.find({ closedFor: { $exists: true }, balance: { $gt: 0n } }, { sort: { balance: 1 }, skip, limit }),
    listClosedWithDebt: (skip, limit) =>
      collection.find({ closedFor: { $exists: true }, balance: { $lt: 0n } }, { sort: { balance: 1 }, skip, limit }),
  };
}
