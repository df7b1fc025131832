import { type ClientSession, type Db, type Document, MongoClient } from "mongodb";
import { variable } from "../kit/ready.ts";

/** The ids of documents are created here, not by the driver. */
type Row = Document & { readonly _id: string };

const client = new MongoClient(variable("STORE_URL"), { maxPoolSize: 20, writeConcern: { w: "majority", journal: true } });

/** The databases of the services that do the same work in the product. */
export const databases = {
  messaging: client.db("dm_messaging"),
  notification: client.db("dm_notification"),
  analytics: client.db("dm_analytics"),
  creator: client.db("dm_creator"),
  webhook: client.db("dm_webhook"),
} as const;

export const rowsOf = (database: Db, name: string) => database.collection<Row>(name);

const messaging = (name: string) => rowsOf(databases.messaging, name);

export const messages = messaging("messages");
export const conversations = messaging("sessions");
export const wallets = messaging("wallets");
export const escrows = messaging("escrows");
export const ledger = messaging("ledger");
export const statusLog = messaging("logs");
export const outbox = messaging("outbox");
export const guards = messaging("guards");

/** Connects, and creates the same indexes as the product on these collections. */
export async function openDatabases(): Promise<void> {
  await client.connect();
  await Promise.all([
    conversations.createIndex({ pairKey: 1 }, { unique: true }),
    wallets.createIndex({ userId: 1, kind: 1 }, { unique: true }),
    escrows.createIndex({ messageId: 1 }, { unique: true }),
    messages.createIndex({ receiverId: 1, sentAt: -1 }),
    messages.createIndex({ senderId: 1, receiverId: 1 }, { unique: true, partialFilterExpression: { paidOpen: true } }),
    messages.createIndex({ status: 1, openUntil: 1 }),
    statusLog.createIndex({ messageId: 1, at: 1 }),
    ledger.createIndex({ "movement.account": 1, "movement.sequence": -1 }),
    ledger.createIndex({ "reference.id": 1, kind: 1 }, { unique: true }),
    outbox.createIndex({ publishedAt: 1, _id: 1 }),
    rowsOf(databases.notification, "notifications").createIndex({ userId: 1, createdAt: -1 }),
    rowsOf(databases.creator, "days").createIndex({ creatorId: 1, day: 1 }),
  ]);
}

export async function inTransaction(work: (session: ClientSession) => Promise<void>): Promise<void> {
  const session = client.startSession();
  try {
    await session.withTransaction(() => work(session), { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    await session.endSession();
  }
}
