import { Long } from "bson";
import { collectionOf } from "../engine/catalog.ts";
import type { Collection } from "../engine/model.ts";
import { type Doc, MAX_DOCUMENT_BYTES } from "../values/document.ts";
import { VERSION } from "./model.ts";
import type { CommandHandler } from "./server-state.ts";

const indexBytes = ({ indexes }: Collection): number => indexes.reduce((total, { entries }) => total + entries.bytes, 0);

export function collectionStatistics(collection: Collection): Doc {
  const { size: count, bytes: size } = collection.records;
  const indexSizes = collection.indexes.map(({ specification, entries }) => [specification.name, entries.bytes]);
  return {
    ns: collection.namespace,
    size,
    count,
    ...(count && { avgObjSize: Math.round(size / count) }),
    numOrphanDocs: 0,
    storageSize: size,
    freeStorageSize: 0,
    capped: false,
    nindexes: collection.indexes.length,
    indexSizes: Object.fromEntries(indexSizes),
    totalIndexSize: indexBytes(collection),
    totalSize: size + indexBytes(collection),
    scaleFactor: 1,
  };
}

export const collStats: CommandHandler = ({ body, database }, server) => {
  const collection = collectionOf(server.engine, database, String(body.collStats));
  return collection ? collectionStatistics(collection) : { ns: `${database}.${String(body.collStats)}`, size: 0, count: 0, nindexes: 0 };
};

export const dbStats: CommandHandler = ({ database }, server) => {
  const collections = [...(server.engine.databases.get(database)?.values() ?? [])];
  const sum = (measure: (collection: Collection) => number) => collections.reduce((total, collection) => total + measure(collection), 0);
  const dataSize = sum(({ records }) => records.bytes);
  return {
    db: database,
    collections: collections.length,
    views: 0,
    objects: sum((collection) => collection.records.size),
    dataSize,
    storageSize: dataSize,
    indexes: sum((collection) => collection.indexes.length),
    indexSize: sum(indexBytes),
  };
};

export const validate: CommandHandler = ({ body, database }, server) => ({
  valid: true,
  errors: [],
  nrecords: collectionOf(server.engine, database, String(body.validate))?.records.size ?? 0,
});

export const buildInfo: CommandHandler = () => ({
  version: VERSION,
  versionArray: [...VERSION.split(".").map(Number), 0],
  gitVersion: "embedded",
  modules: [],
  allocator: "system",
  javascriptEngine: "none",
  sysInfo: "deprecated",
  bits: 64,
  debug: false,
  maxBsonObjectSize: MAX_DOCUMENT_BYTES,
  storageEngines: ["embedded"],
  openssl: { running: "none", compiled: "none" },
  buildEnvironment: {},
});

export const serverStatus: CommandHandler = (_command, server) => ({
  host: server.address,
  version: VERSION,
  process: "embedded-mongo",
  pid: Long.fromNumber(process.pid),
  uptime: (Date.now() - server.startedAt) / 1000,
  localTime: new Date(),
  opcounters: { ...server.counters },
  storageEngine: { name: "embedded", supportsCommittedReads: true, persistent: server.engine.store.isPersistent },
  repl: { setName: "rs0", isWritablePrimary: true, hosts: [server.address] },
  mem: { resident: Math.round(process.memoryUsage().rss / 1_048_576) },
});
