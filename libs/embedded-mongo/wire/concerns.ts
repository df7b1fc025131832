import type { Command } from "../commands/model.ts";
import { isNumeric, toDouble } from "../values/bson-types.ts";
import { type Doc, isDoc } from "../values/document.ts";
import { failedToParse, invalidOptions } from "../values/mongo-error.ts";

const READ_CONCERNS = new Set<unknown>(["local", "majority", "linearizable", "available", "snapshot"]);
const SNAPSHOT_READS = new Set(["find", "aggregate", "distinct"]);

/** Refuses read and write concerns that a command cannot have. */
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

/** What the reply says of a write concern that one node cannot satisfy: the write is done all the same. */
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
