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

/** On a busy machine a store with 100,000 documents may be silent for seconds, while it sorts them in memory. */
const PATIENCE_MS = 120_000;

/** A connection to a new database for tests with much data. The product takes a store that is silent for three seconds for lost. */
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
