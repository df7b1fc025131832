import { type Doc, firstKey, isDoc } from "../values/document.ts";
import { MongoError } from "../values/mongo-error.ts";
import type { User } from "./users.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Commands that need no user. */
const OPEN = words(
  "hello isMaster ismaster ping buildInfo buildinfo saslStart saslContinue authenticate logout connectionStatus whatsmyuri listCommands",
);
/**
 * Commands of every user, in any database; listDatabases names only what the user may use. Who may delete may also have the deleted leave
 * the files, by fsync.
 */
const FOR_EVERY_USER = words(
  "fsync startSession refreshSessions endSessions killSessions commitTransaction abortTransaction listDatabases",
);
const READS = words("find aggregate count distinct getMore killCursors listIndexes listCollections collStats dbStats dbstats explain");
const INSERTS = words("insert create createIndexes");
const WRITES = words("update delete findAndModify findandmodify drop dropIndexes deleteIndexes");
/** Stages that show the work of other users. */
const ABOUT_OTHERS = words("$currentOp $listSessions $listLocalSessions");

/** What is asked for: a command in a database. */
export interface AccessRequest {
  readonly name: string;
  readonly database: string;
  readonly body: Doc;
}

/** Throws Unauthorized (13) unless the user may run the command; null is a client that has not signed in. */
export function checkAuthorized(user: User | null, request: AccessRequest): void {
  const { name, database } = request;
  if (OPEN.has(name)) return;
  if (!user) throw new MongoError(13, "Unauthorized", `Command ${name} requires authentication`);
  if (user.role === "root" || FOR_EVERY_USER.has(name) || mayRun(user, request)) return;
  throw new MongoError(13, "Unauthorized", `not authorized on ${database} to execute command ${name}`);
}

/** Whether the server may name a database to a user. */
export const maySeeDatabase = (user: User | null, database: string): boolean => !user || user.role === "root" || user.database === database;

function mayRun(user: User, { name, database, body }: AccessRequest): boolean {
  if (name === "renameCollection") return [body.renameCollection, body.to].every((namespace) => mayRename(user, String(namespace)));
  if (database !== user.database) return false;
  if (name === "explain" && isDoc(body.explain)) return mayRun(user, { name: firstKey(body.explain) ?? "", database, body: body.explain });
  if (name === "aggregate") return stagesOf(body.pipeline).every((stage) => mayRunStage(user, stage));
  if (READS.has(name)) return true;
  const isAppendOnly = user.appendOnly.has(String(body[name]));
  return INSERTS.has(name) ? !isAppendOnly || !deletesLater(body) : WRITES.has(name) && !isAppendOnly;
}

function mayRename(user: User, namespace: string): boolean {
  const dot = namespace.indexOf(".");
  return namespace.slice(0, dot) === user.database && !user.appendOnly.has(namespace.slice(dot + 1));
}

const stagesOf = (pipeline: unknown): Doc[] => (Array.isArray(pipeline) ? pipeline.filter(isDoc) : []);

function mayRunStage(user: User, stage: Doc): boolean {
  const [name = "", ...others] = Object.keys(stage);
  if (others.length > 0 || ABOUT_OTHERS.has(name)) return false;
  if (name !== "$out" && name !== "$merge") return true;
  const argument = stage[name];
  const target = name === "$merge" && isDoc(argument) ? argument.into : argument;
  const [database, collection] = isDoc(target) ? [target.db ?? user.database, target.coll] : [user.database, target];
  return database === user.database && !user.appendOnly.has(String(collection));
}

/** Whether a new collection or index would let documents expire, or hide them behind a view. */
function deletesLater({ indexes, expireAfterSeconds, viewOn }: Doc): boolean {
  if (expireAfterSeconds !== undefined || viewOn !== undefined) return true;
  return stagesOf(indexes).some((index) => index.expireAfterSeconds !== undefined);
}
