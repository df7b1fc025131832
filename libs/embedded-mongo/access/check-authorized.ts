import { type Doc, firstKey, isDoc } from "../values/document.ts";
import { MongoError } from "../values/mongo-error.ts";
import type { User } from "./users.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Commands that need no user. */
const OPEN = words("hello ismaster ping buildInfo saslStart saslContinue logout connectionStatus");
/**
 * Commands of every user, in any database. listDatabases names only the user's own database. fsync is included: a user who may delete may
 * also remove the deleted data from the files.
 */
const FOR_EVERY_USER = words("fsync endSessions killSessions commitTransaction abortTransaction listDatabases");
const READS = words("find aggregate count getMore killCursors listIndexes listCollections explain");
const INSERTS = words("insert create createIndexes");
const WRITES = words("update delete findAndModify drop dropIndexes");
/** A command in a database, as a user requests it. */
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
  if (database !== user.database) return false;
  if (name === "explain" && isDoc(body.explain)) return mayRun(user, { name: firstKey(body.explain) ?? "", database, body: body.explain });
  // without a collection it reads the running commands of other users
  if (name === "aggregate") return typeof body.aggregate === "string";
  if (READS.has(name)) return true;
  const isAppendOnly = user.appendOnly.has(String(body[name]));
  return INSERTS.has(name) ? !isAppendOnly || !deletesLater(body) : WRITES.has(name) && !isAppendOnly;
}

/** Whether a new index would let documents expire. */
const deletesLater = ({ indexes }: Doc): boolean =>
  Array.isArray(indexes) && indexes.some((index) => isDoc(index) && index.expireAfterSeconds !== undefined);
