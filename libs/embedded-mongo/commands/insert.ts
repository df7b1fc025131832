import { ObjectId } from "bson";
import { collectionOf, ensureCollection } from "../engine/catalog.ts";
import { insertRecord } from "../engine/write-records.ts";
import { type Doc, firstKey, idFirst, isDoc, isTooDeep, MAX_DOCUMENT_BYTES } from "../values/document.ts";
import { badValue, MongoError } from "../values/mongo-error.ts";
import { checkFields, collectionName, fieldSet } from "./command-arguments.ts";
import { runOnce, runStatements, runWhenUnblocked, statementsOf } from "./run-statement.ts";
import type { CommandHandler } from "./server-state.ts";

const INSERT_FIELDS = fieldSet("insert documents ordered");
const REFERENCE = new Set(["$ref", "$id", "$db"]);

/** Throws if a document has too many levels to be stored. */
export function checkDepth(document: Doc): void {
  if (isTooDeep(document)) throw new MongoError(15, "Overflow", "cannot insert document because it exceeds 180 levels of nesting");
}

function checkId(id: unknown): void {
  if (!isDoc(id)) return;
  const field = Object.keys(id).find((key) => key[0] === "$" && !REFERENCE.has(key));
  if (field !== undefined)
    throw new MongoError(
      52,
      "DollarPrefixedFieldName",
      `_id fields may not contain '$'-prefixed fields: ${field} is not valid for storage.`,
    );
}

export const withId = (document: Doc): Doc => idFirst(document, () => new ObjectId());

export const insert: CommandHandler = async (command, server) => {
  const { body, database, transaction } = command;
  checkFields("insert", body, INSERT_FIELDS);
  const statements = statementsOf(command, "documents");
  const name = collectionName(body.insert);
  let n = 0;
  if (!collectionOf(server.engine, database, name, transaction))
    await runWhenUnblocked(command, () => ensureCollection(server.engine, database, name, transaction));
  const writeErrors = await runStatements(command, statements, async (statement, index) => {
    const isComplete = firstKey(statement.document) === "_id" && statement.document._id !== undefined;
    const document = isComplete ? statement.document : withId(statement.document);
    const bytes = isComplete ? statement.bytes : null;
    if ((bytes?.length ?? 0) > MAX_DOCUMENT_BYTES) throw badValue("object to insert too large");
    checkId(document._id);
    checkDepth(document);
    await runOnce(command, server, index, () =>
      runWhenUnblocked(command, () => {
        const collection = ensureCollection(server.engine, database, name, transaction);
        return insertRecord(collection, document, bytes, transaction);
      }),
    );
    n++;
    server.counters.insert++;
  });
  return writeErrors.length ? { n, writeErrors } : { n };
};
