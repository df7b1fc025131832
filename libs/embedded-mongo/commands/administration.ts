import path from "node:path";
import { Long, ObjectId } from "bson";
import { isEmptyDirectory } from "../store/copy-database.ts";
import { isDoc, MAX_DOCUMENT_BYTES } from "../values/document.ts";
import { badValue, MongoError } from "../values/mongo-error.ts";
import { handshakeFields } from "./authentication.ts";
import { MAX_WIRE_VERSION, VERSION } from "./model.ts";
import type { CommandHandler } from "./server-state.ts";

export const MAX_MESSAGE_BYTES = 48_000_000;
const ELECTION_ID = ObjectId.createFromHexString("7fffffff0000000000000001");

/** Describes a replica set of one member. Omits `topologyVersion`, so that drivers poll instead of streaming. */
const hello: CommandHandler = ({ name, body, connection }, server) => {
  if (isDoc(body.client)) connection.metadata = body.client;
  const { address } = server;
  const ts = server.engine.time.next();
  const now = new Date();
  const opTime = { ts, t: Long.fromNumber(1) };
  return {
    ...(name === "hello" ? { isWritablePrimary: true } : { ismaster: true }),
    ...(body.helloOk ? { helloOk: true } : {}),
    setName: "rs0",
    setVersion: 1,
    secondary: false,
    hosts: [address],
    primary: address,
    me: address,
    electionId: ELECTION_ID,
    lastWrite: { opTime, lastWriteDate: now, majorityOpTime: opTime, majorityWriteDate: now },
    maxBsonObjectSize: MAX_DOCUMENT_BYTES,
    maxMessageSizeBytes: MAX_MESSAGE_BYTES,
    maxWriteBatchSize: 100_000,
    localTime: now,
    logicalSessionTimeoutMinutes: 30,
    connectionId: connection.id,
    minWireVersion: 0,
    maxWireVersion: MAX_WIRE_VERSION,
    readOnly: false,
    ...handshakeFields(connection, server, body),
  };
};

/** The description of the server for drivers and tools. */
const buildInfo: CommandHandler = () => ({
  version: VERSION,
  versionArray: [...VERSION.split(".").map(Number), 0],
  gitVersion: "embedded",
  bits: 64,
  debug: false,
  maxBsonObjectSize: MAX_DOCUMENT_BYTES,
  storageEngines: ["embedded"],
});

/** The number of executed commands of each kind. */
const serverStatus: CommandHandler = (_command, { address, startedAt, counters }) => ({
  host: address,
  version: VERSION,
  process: "embedded-mongo",
  uptime: (Date.now() - startedAt) / 1000,
  opcounters: { ...counters },
});

/** Empties the log of the store, so that no file contains deleted data any more. */
const fsync: CommandHandler = async ({ body }, { engine }) => {
  if (body.lock) throw new MongoError(115, "CommandNotSupported", "fsync with lock is not supported");
  await engine.store.emptyLog();
  return { numFiles: 1 };
};

/** Copies all data to a new directory, from which a server can be started, while others go on writing. */
const backupTo: CommandHandler = async ({ body }, { engine }) => {
  const directory = body.backupTo;
  if (typeof directory !== "string" || !path.isAbsolute(directory)) throw badValue("backupTo needs the absolute path of a directory");
  if (!isEmptyDirectory(directory)) throw badValue(`${directory} is not empty`);
  await engine.store.copyTo(directory);
  return { directory };
};

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const endSessions =
  (field: string): CommandHandler =>
  ({ body }, { sessions, cursors }) => {
    for (const lsid of asList(body[field])) {
      const id = sessions.end(lsid);
      if (id !== null) cursors.closeSessionCursors(id);
    }
    return {};
  };

export const ADMINISTRATION: Readonly<Record<string, CommandHandler>> = {
  hello,
  ismaster: hello,
  ping: () => ({}),
  buildInfo,
  serverStatus,
  fsync,
  backupTo,
  endSessions: endSessions("endSessions"),
  killSessions: endSessions("killSessions"),
  killAllSessions: (_command, { sessions }) => {
    sessions.abortAll();
    return {};
  },
};
