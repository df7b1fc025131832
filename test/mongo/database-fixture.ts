import type { Connection } from "mongoose";
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

export async function dropAndClose(connection: Connection): Promise<void> {
  await connection.dropDatabase();
  await connection.close();
}
