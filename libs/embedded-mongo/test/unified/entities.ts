import { mongo } from "mongoose";
import { type EntityDefinition, NotRunnable } from "./format.ts";

/** The clients, databases, collections, sessions and saved results of one test, by their names. */
export interface Entities extends Map<string, unknown> {
  get(id: string): unknown;
}

/** The commands that each client has sent. */
export const sentCommands = new WeakMap<mongo.MongoClient, mongo.CommandStartedEvent[]>();

/** Options of a connection string that are objects in the options of a database or collection. */
const URI_OPTIONS_LEFT_OUT = new Set(["useMultipleMongoses"]);

function uriWith(uri: string, options: mongo.Document): string {
  const parameters = Object.entries(options).filter(([name]) => !URI_OPTIONS_LEFT_OUT.has(name));
  const text = parameters.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join("&");
  const [before = "", query] = uri.split("?");
  return `${query === undefined && !/\/\/[^/]+\//.test(before) ? `${before}/` : before}?${[query, text].filter(Boolean).join("&")}`;
}

async function createClient(uri: string, { uriOptions = {}, serverApi, autoEncryptOpts }: mongo.Document): Promise<mongo.MongoClient> {
  if (autoEncryptOpts) throw new NotRunnable("encryption in the client");
  const client = new mongo.MongoClient(uriWith(uri, uriOptions), { monitorCommands: true, ...(serverApi && { serverApi }) });
  const sent: mongo.CommandStartedEvent[] = [];
  client.on("commandStarted", (event) => sent.push(event));
  sentCommands.set(client, sent);
  return client.connect();
}

/** Creates entities in their order; each refers to those before it. */
export async function createEntities(entities: Entities, definitions: readonly EntityDefinition[], uri: string): Promise<void> {
  for (const definition of definitions) {
    const [[kind, entity] = ["", { id: "" } as EntityDefinition[string]]] = Object.entries(definition);
    if (kind === "client") entities.set(entity.id, await createClient(uri, entity));
    else if (kind === "database") {
      const client = entities.get(entity.client) as mongo.MongoClient;
      entities.set(entity.id, client.db(entity.databaseName, entity.databaseOptions));
    } else if (kind === "collection") {
      const database = entities.get(entity.database) as mongo.Db;
      entities.set(entity.id, database.collection(entity.collectionName, entity.collectionOptions));
    } else if (kind === "session") {
      const client = entities.get(entity.client) as mongo.MongoClient;
      entities.set(entity.id, client.startSession(entity.sessionOptions));
    } else throw new NotRunnable(`an entity ${kind}`);
  }
}

/** Ends the sessions and closes the clients of a test. */
export async function closeEntities(entities: Entities): Promise<void> {
  const all = [...entities.values()];
  for (const entity of all) if (isSession(entity)) await entity.endSession();
  for (const entity of all) if (entity instanceof mongo.MongoClient) await entity.close();
}

export const isSession = (entity: unknown): entity is mongo.ClientSession =>
  typeof entity === "object" && entity !== null && "endSession" in entity;
