import type { mongo } from "mongoose";
import { type Copies, type GrowingCreator, growthRows } from "./growth-rows.ts";

const BATCH_SIZE = 2_000;

interface FillOptions {
  readonly documents: number;
  readonly creators: readonly GrowingCreator[];
  /** Prefix of all database names. */
  readonly prefix: string;
}

/** Fills the stores of a running system as if it had grown for weeks, without the requests that would have taken a day. */
export async function fillStores(store: mongo.MongoClient, { documents, creators, prefix }: FillOptions): Promise<void> {
  const database = (name: string) => store.db(prefix + name);
  const [wallets, recipients] = [database("messaging").collection("wallets"), database("notification").collection("recipients")];
  const positions = new Map<string, number>();
  for (const { userId } of creators) {
    const [wallet, recipient] = [await wallets.findOne({ userId, kind: "CREATOR" }), await recipients.findOne({ _id: userId as never })];
    positions.set(`user:${userId}:earnings`, Number(wallet?.sequence ?? 0));
    positions.set(userId, Number(recipient?.seq ?? 0));
  }
  const totals = new Map<string, Totals>();
  for (const copies of growthRows({ documents, creators, positions })) {
    await insertCopies(database(copies.database), copies, (row) => addTo(totals, copies.collection, row));
  }
  await keepTotals({ wallets, recipients }, totals);
}

async function insertCopies(database: mongo.Db, copies: Copies, onRow: (row: mongo.Document) => void): Promise<void> {
  const rows = database.collection(copies.collection);
  // Numbers of 64 bits stay such.
  const original = await rows.findOne(copies.original ?? {}, { useBigInt64: true });
  if (!original) throw new Error(`nothing to copy in ${copies.collection}`);
  for (let at = 0; at < copies.count; at += BATCH_SIZE) {
    const batch = Array.from({ length: Math.min(BATCH_SIZE, copies.count - at) }, (_, index) => ({
      ...original,
      ...copies.change(at + index),
    }));
    for (const row of batch) onRow(row);
    await rows.insertMany(batch, { ordered: false, ignoreUndefined: true });
  }
}

/** The derived totals of one user. */
interface Totals {
  total: number;
  unread: number;
  earned: bigint;
  releases: number;
}

function addTo(totals: Map<string, Totals>, collection: string, row: mongo.Document): void {
  const isRelease = collection === "ledger_transactions" && row.kind === "RELEASE";
  if (!isRelease && collection !== "notifications") return;
  const userId: string = isRelease ? row.movement.account.split(":")[1] : row.userId;
  const known = totals.get(userId) ?? { total: 0, unread: 0, earned: 0n, releases: 0 };
  totals.set(userId, known);
  if (isRelease) {
    known.earned += row.movement.amount;
    known.releases += 1;
  } else {
    known.total += 1;
    known.unread += row.read ? 0 : 1;
  }
}

/** The derived totals that writers store; readers store the others themselves. */
async function keepTotals(
  { wallets, recipients }: { readonly wallets: mongo.Collection; readonly recipients: mongo.Collection },
  totals: ReadonlyMap<string, Totals>,
): Promise<void> {
  const createdAt = new Date();
  const each = [...totals];
  const wallet = ([userId, { earned, releases }]: (typeof each)[number]) => ({
    updateOne: {
      filter: { userId, kind: "CREATOR" },
      update: {
        $inc: { balance: earned, earned, sequence: releases },
        $setOnInsert: { _id: crypto.randomUUID() as never, currency: "EUR", held: 0n, frozen: false, frozenAtSequence: null, createdAt },
      },
      upsert: true,
    },
  });
  const recipient = ([userId, { total, unread }]: (typeof each)[number]) => ({
    updateOne: {
      filter: { _id: userId as never },
      update: { $inc: { total, unread, seq: total }, $setOnInsert: { locale: "en", localeVersion: 1 } },
      upsert: true,
    },
  });
  await wallets.bulkWrite(each.map(wallet), { ordered: false });
  await recipients.bulkWrite(each.map(recipient), { ordered: false });
}
