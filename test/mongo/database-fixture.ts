import mongoose, { type Connection } from "mongoose";
import { uuid } from "#libs/kernel/ids.ts";
import { openDatabase } from "#libs/platform/mongo/connect.ts";

/** The URL of the run's store. */
export function storeUrl(): string {
  const url = process.env.MONGO_URL;
  if (!url) throw new Error("MONGO_URL is not set");
  return url;
}

/** A connection to a new database. */
export function freshDatabase(name = `t_${uuid()}`): Connection {
  return openDatabase({ url: storeUrl(), name });
}

/** On a busy machine a store that sorts 100,000 documents in memory may not answer for seconds. */
const PATIENCE_MS = 120_000;

/** A connection to a new database for tests with much data. The product treats a store as lost after three seconds without an answer. */
export const patientDatabase = (): Promise<Connection> =>
  mongoose
    .createConnection(storeUrl(), {
      dbName: `t_${uuid()}`,
      serverSelectionTimeoutMS: PATIENCE_MS,
      connectTimeoutMS: PATIENCE_MS,
      useBigInt64: true,
    })
    .asPromise();

export async function dropAndClose(connection: Connection): Promise<void> {
  await connection.dropDatabase();
  await connection.close();
}
