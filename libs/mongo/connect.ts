import type { Connection } from "mongoose";

/** Creates the indexes of all models of a connection. May run again at every start. */
export async function ensureIndexes(connection: Connection): Promise<void> {
  for (const model of Object.values(connection.models)) await model.createIndexes();
}

export declare function openDatabase(database: { readonly url: string; readonly name: string }): Connection;
