import { collectionOf } from "../engine/catalog.ts";
import { findRecords } from "../engine/find-records.ts";
import { removeRecord } from "../engine/write-records.ts";
import { compileFilter } from "../matcher/compile-filter.ts";
import { toDouble } from "../values/bson-types.ts";
import type { Doc } from "../values/document.ts";
import { failedToParse, unknownField } from "../values/mongo-error.ts";
import { checkFields, collectionName, fieldSet, filterArgument } from "./command-arguments.ts";
import { scopeOf } from "./command-scope.ts";
import type { Command } from "./model.ts";
import { requireUnlocked, runOnce, runStatements, runWhenUnblocked, statementsOf } from "./run-statement.ts";
import type { CommandHandler, Server } from "./server-state.ts";
import { runUpdate } from "./update-statement.ts";
import { writeMatching, writesInTurns } from "./write-in-turns.ts";

const UPDATE_FIELDS = fieldSet("update updates ordered");
const UPDATE_STATEMENT_FIELDS = fieldSet("q u multi upsert hint");
const DELETE_FIELDS = fieldSet("delete deletes ordered");
const DELETE_STATEMENT_FIELDS = fieldSet("q limit hint");

function checkStatement(statement: Doc, known: ReadonlySet<string>, path: string): void {
  for (const field of Object.keys(statement)) if (!known.has(field)) throw unknownField(path, field);
}

export const update: CommandHandler = async (command, server) => {
  const { body } = command;
  checkFields("update", body, UPDATE_FIELDS);
  const collection = collectionName(body.update);
  const statements = statementsOf(command, "updates");
  for (const { document } of statements) checkStatement(document, UPDATE_STATEMENT_FIELDS, "update.updates");
  const upserted: Doc[] = [];
  let n = 0;
  let nModified = 0;
  const writeErrors = await runStatements(command, statements, async ({ document }, index) => {
    const { q: filter, u, hint } = document;
    const outcome = await runOnce(command, server, index, async () => {
      const {
        before: _before,
        after: _after,
        ...counts
      } = await runUpdate(command, server, {
        collection,
        filter,
        update: u,
        multi: document.multi === true,
        upsert: document.upsert === true,
        hint,
      });
      return counts;
    });
    server.counters.update++;
    n += outcome.n;
    nModified += outcome.nModified;
    if (outcome.upserted !== undefined) upserted.push({ index, _id: outcome.upserted });
  });
  return { n, nModified, ...(upserted.length && { upserted }), ...(writeErrors.length && { writeErrors }) };
};

function deleteMatching(command: Command, server: Server, name: string, statement: Doc, limit: number): Promise<number> {
  const { transaction, database, interruption } = command;
  const { match } = scopeOf(command, server);
  const filter = filterArgument(statement.q, "q");
  const options = { limit, hint: statement.hint, transaction, match, interruption };
  const collection = collectionOf(server.engine, database, name, transaction);
  if (limit === 0 && writesInTurns(command, "limit=0") && collection)
    return writeMatching(command, collection, filter, options, (current, { recordId, document }) =>
      removeRecord(current, recordId, document),
    );
  return runWhenUnblocked(command, () => {
    const collection = collectionOf(server.engine, database, name, transaction);
    if (!collection) {
      compileFilter(filter, match);
      return 0;
    }
    const hits = findRecords(collection, filter, options);
    if (!transaction) requireUnlocked(collection, hits);
    for (const { recordId, document } of hits) {
      interruption.step();
      removeRecord(collection, recordId, document, transaction);
    }
    return hits.length;
  });
}

export const remove: CommandHandler = async (command, server) => {
  const { body } = command;
  checkFields("delete", body, DELETE_FIELDS);
  const name = collectionName(body.delete);
  const statements = statementsOf(command, "deletes");
  for (const { document } of statements) checkStatement(document, DELETE_STATEMENT_FIELDS, "delete.deletes");
  let n = 0;
  const writeErrors = await runStatements(command, statements, async ({ document }, index) => {
    const limit = toDouble(document.limit ?? 0);
    if (limit !== 0 && limit !== 1) throw failedToParse(`The limit field in delete objects must be 0 or 1. Got ${limit}`);
    n += await runOnce(command, server, index, () => deleteMatching(command, server, name, document, limit));
    server.counters.delete++;
  });
  return writeErrors.length ? { n, writeErrors } : { n };
};
