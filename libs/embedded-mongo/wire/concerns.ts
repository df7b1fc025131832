import type { Command } from "../commands/model.ts";
import type { Store } from "../store/store.ts";
import { isNumeric, toDouble, truthy } from "../values/bson-types.ts";
import { type Doc, isDoc } from "../values/document.ts";
import { failedToParse, invalidOptions } from "../values/mongo-error.ts";

const READ_CONCERNS = new Set<unknown>(["local", "majority", "linearizable", "available", "snapshot"]);
const SNAPSHOT_READS = new Set(["find", "aggregate"]);

/** Throws a MongoError for a read or write concern that is invalid for the command. */
export function checkConcerns({ body, name }: Command, inTransaction: boolean): void {
  const { readConcern, writeConcern } = body;
  const level = isDoc(readConcern) ? readConcern.level : undefined;
  if (level !== undefined && !READ_CONCERNS.has(level))
    throw failedToParse("readConcern.level must be either 'local', 'majority', 'linearizable', 'available', or 'snapshot'");
  if (level === "snapshot" && !inTransaction && !SNAPSHOT_READS.has(name))
    throw invalidOptions(`Command ${name} does not support { readConcern: { level: "snapshot" } }`);
  if (inTransaction && (level === "linearizable" || level === "available"))
    throw invalidOptions(
      "The readConcern level must be either 'local' (default), 'majority' or 'snapshot' in order to run in a transaction",
    );
  if (isDoc(writeConcern) && inTransaction && name !== "commitTransaction" && name !== "abortTransaction")
    throw invalidOptions("writeConcern is not allowed within a multi-statement transaction");
}

/** Commands that change nothing; the others wait until their changes are stored. */
const READS = new Set(
  "find getMore killCursors aggregate count explain listCollections listDatabases listIndexes hello ismaster ping buildInfo serverStatus endSessions".split(
    " ",
  ),
);
const KEPT_READS = new Set<unknown>(["majority", "linearizable", "snapshot"]);

/** Whether a read returns durable data only. */
export const readsCached = ({ readConcern }: Doc): boolean => isDoc(readConcern) && KEPT_READS.has(readConcern.level);

/** The wait of a command before its reply: until its changes, or the changes that it has seen, are stored. */
export function settledFor({ name, body, transaction, readsCached: storedOnly }: Command, store: Store): Promise<void> | null {
  if (body.autocommit === false && name !== "commitTransaction") return null;
  if (transaction && !transaction.writes.size && !transaction.created.length) return transaction.basis;
  const { writeConcern } = body;
  if (!READS.has(name)) return store.settled(isDoc(writeConcern) && (truthy(writeConcern.j) || writeConcern.w === "majority"));
  return storedOnly ? store.settled(true) : null;
}

/** The write concern error of a reply if one node cannot satisfy the write concern, else null. The write is applied anyway. */
export function writeConcernError({ writeConcern }: Doc): Doc | null {
  if (!isDoc(writeConcern)) return null;
  const { w } = writeConcern;
  const errInfo = { writeConcern };
  if (isNumeric(w) && toDouble(w) > 1)
    return {
      code: 100,
      codeName: "UnsatisfiableWriteConcern",
      errmsg: "UnsatisfiableWriteConcern: Not enough data-bearing nodes",
      errInfo,
    };
  if (typeof w !== "string" || w === "majority") return null;
  const errmsg = `UnknownReplWriteConcern: No write concern mode named '${w}' found in replica set configuration`;
  return { code: 79, codeName: "UnknownReplWriteConcern", errmsg, errInfo };
}
