import { randomUUID } from "node:crypto";
import { mongo } from "mongoose";
import { type EmbeddedMongoOptions, startEmbeddedMongo } from "../../index.ts";

/** A server with a connected client and a database for one test file. */
export interface Store {
  readonly uri: string;
  readonly client: mongo.MongoClient;
  readonly database: mongo.Db;
  close(): Promise<void>;
}

async function connect(uri: string, stop: () => Promise<void>, options: mongo.MongoClientOptions = {}): Promise<Store> {
  const client = new mongo.MongoClient(uri, options);
  await client.connect();
  const database = client.db(`conformance-${randomUUID()}`);
  return {
    uri,
    client,
    database,
    async close() {
      await database.dropDatabase();
      await client.close();
      await stop();
    },
  };
}

/** Starts an embedded server. */
export async function openEmbedded(options: EmbeddedMongoOptions = {}, clientOptions: mongo.MongoClientOptions = {}): Promise<Store> {
  const server = await startEmbeddedMongo(options);
  return connect(server.uri, () => server.stop(), clientOptions);
}

/** Connects to the MongoDB at MONGO_URL if that is set; else starts an embedded server. */
export async function openStore(): Promise<Store> {
  const uri = process.env.MONGO_URL;
  return uri ? connect(uri, async () => {}) : openEmbedded();
}

/** Polls until the condition holds; throws after the timeout, in milliseconds. */
export async function eventually(condition: () => boolean | Promise<boolean>, milliseconds = 5000): Promise<void> {
  const end = Date.now() + milliseconds;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error("the condition did not become true in time");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The server error that an action fails with; throws if it does not fail. */
export async function serverErrorOf(action: () => Promise<unknown>): Promise<mongo.MongoServerError> {
  try {
    await action();
  } catch (error) {
    if (error instanceof mongo.MongoServerError) return error;
    throw error;
  }
  throw new Error("the action did not fail");
}
