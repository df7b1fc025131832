import path from "node:path";
import { Long, ObjectId, UUID } from "bson";
import { isEmptyDirectory } from "../store/copy-database.ts";
import { toDouble } from "../values/bson-types.ts";
import { type Doc, isDoc, MAX_DOCUMENT_BYTES } from "../values/document.ts";
import { badValue, invalidOptions, MongoError } from "../values/mongo-error.ts";
import { handshakeFields } from "./authentication.ts";
import { isGenericField } from "./command-arguments.ts";
import { MAX_WIRE_VERSION } from "./model.ts";
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

const getParameter: CommandHandler = ({ body }, { parameters }) => {
  if (body.getParameter === "*") return { ...parameters };
  const wanted = Object.keys(body).filter((name) => Object.hasOwn(parameters, name));
  if (!wanted.length) throw invalidOptions("no option found to get");
  return Object.fromEntries(wanted.map((name) => [name, parameters[name]]));
};

const setParameter: CommandHandler = ({ body }, { parameters }) => {
  for (const name of Object.keys(body)) {
    if (name === "setParameter" || isGenericField(name)) continue;
    if (!Object.hasOwn(parameters, name)) throw invalidOptions(`Unknown server parameter ${name}`);
    parameters[name] = body[name];
  }
  return { was: 0 };
};

const replSetGetStatus: CommandHandler = (_command, { address, startedAt }) => {
  const uptime = Math.round((Date.now() - startedAt) / 1000);
  const member = { _id: 0, name: address, health: 1, state: 1, stateStr: "PRIMARY", uptime, self: true };
  return { set: "rs0", date: new Date(), myState: 1, members: [member] };
};

/** Empties the log of the store, so that what was deleted before is in no file any more. */
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

const constant =
  (reply: Doc): CommandHandler =>
  () => ({ ...reply });

export const ADMINISTRATION: Readonly<Record<string, CommandHandler>> = {
  hello,
  isMaster: hello,
  ismaster: hello,
  ping: constant({}),
  refreshSessions: constant({}),
  fsync,
  backupTo,
  getParameter,
  setParameter,
  replSetGetStatus,
  replSetGetConfig: (_command, { address }) => ({ config: { _id: "rs0", version: 1, members: [{ _id: 0, host: address }] } }),
  getDefaultRWConcern: constant({ defaultReadConcern: { level: "local" }, defaultWriteConcern: { w: "majority", wtimeout: 0 } }),
  startSession: () => ({ id: { id: new UUID() }, timeoutMinutes: 30 }),
  endSessions: endSessions("endSessions"),
  killSessions: endSessions("killSessions"),
  killAllSessions: (_command, { sessions }) => {
    sessions.abortAll();
    return {};
  },
  killAllSessionsByPattern: (_command, { sessions }) => {
    sessions.abortAll();
    return {};
  },
  hostInfo: () => ({
    system: { currentTime: new Date(), hostname: "localhost", cpuAddrSize: 64, numCores: 1 },
    os: { type: "Linux", name: "embedded", version: "" },
    extra: {},
  }),
  getCmdLineOpts: constant({ argv: ["embedded"], parsed: {} }),
  whatsmyuri: constant({ you: "127.0.0.1:0" }),
  getLog: ({ body }) => (body.getLog === "*" ? { names: ["global", "startupWarnings"] } : { totalLinesWritten: 0, log: [] }),
  currentOp: (_command, { operations, address }) => ({ inprog: operations.describe(address) }),
  killOp: ({ body }, { operations }) => {
    operations.kill(toDouble(body.op));
    return { info: "attempting to kill op" };
  },
  listCommands: constant({ commands: {} }),
  top: constant({ totals: {} }),
  features: constant({ jsVersion: "none", oidReset: true }),
  usersInfo: constant({ users: [] }),
  rolesInfo: constant({ roles: [] }),
};
