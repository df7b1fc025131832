import { randomUUID } from "node:crypto";
import { mongo } from "mongoose";
import { type EmbeddedMongoOptions, startEmbeddedMongo } from "../../index.ts";

/** A store with a client connected to it and a database of its own. */
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

/** An embedded store. */
export async function openEmbedded(options: EmbeddedMongoOptions = {}, clientOptions: mongo.MongoClientOptions = {}): Promise<Store> {
  const server = await startEmbeddedMongo(options);
  return connect(server.uri, () => server.stop(), clientOptions);
}

/** The MongoDB at MONGO_URL where that is given, else an embedded store. */
export async function openStore(): Promise<Store> {
  const uri = process.env.MONGO_URL;
  return uri ? connect(uri, async () => {}) : openEmbedded();
}

/** Polls until the condition holds; throws after the time, in milliseconds. */
export async function eventually(condition: () => boolean | Promise<boolean>, milliseconds = 5000): Promise<void> {
  const end = Date.now() + milliseconds;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error("the condition did not come true");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The error that an action is refused with; throws where it is not. */
export async function refusalOf(action: () => Promise<unknown>): Promise<mongo.MongoServerError> {
  try {
    await action();
  } catch (error) {
    if (error instanceof mongo.MongoServerError) return error;
    throw error;
  }
  throw new Error("the action was not refused");
}
