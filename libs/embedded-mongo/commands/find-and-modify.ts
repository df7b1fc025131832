import { collectionOf } from "../engine/catalog.ts";
import { findRecords } from "../engine/find-records.ts";
import { removeRecord } from "../engine/write-records.ts";
import { compileFilter } from "../matcher/compile-filter.ts";
import type { Projection } from "../projection/compile-projection.ts";
import type { Doc } from "../values/document.ts";
import { failedToParse } from "../values/mongo-error.ts";
import { checkFields, collectionName, fieldSet, filterArgument, optionalDoc } from "./command-arguments.ts";
import { type CommandScope, projectionIn, scopeOf } from "./command-scope.ts";
import type { Command } from "./model.ts";
import { runOnce, runWhenUnblocked } from "./run-statement.ts";
import type { CommandHandler, Server } from "./server-state.ts";
import { runUpdate } from "./update-statement.ts";

const FIELDS = fieldSet("findAndModify query sort remove update new fields upsert hint");

function checkCombination({ remove, update, upsert, new: returnsNew }: Doc): void {
  if (remove && update) throw failedToParse("Cannot specify both an update and remove=true");
  if (!remove && update === undefined) throw failedToParse("Either an update or remove=true must be specified");
  if (remove && upsert) throw failedToParse("Cannot specify both upsert=true and remove=true");
  if (remove && returnsNew)
    throw failedToParse("Cannot specify both new=true and remove=true; 'remove' always returns the deleted document");
}

const projectedDocument = (projection: Projection | null, document: Doc | undefined): Doc | null =>
  document && projection ? projection(document) : (document ?? null);

function removeFirst(command: Command, server: Server, name: string, scope: CommandScope) {
  const { body, transaction, database, interruption } = command;
  const filter = filterArgument(body.query, "query");
  return runWhenUnblocked(command, () => {
    const collection = collectionOf(server.engine, database, name, transaction);
    if (!collection) {
      compileFilter(filter, scope.match);
      return null;
    }
    const options = { sort: optionalDoc(body.sort), limit: 1, hint: body.hint, transaction, match: scope.match, interruption };
    const [hit] = findRecords(collection, filter, options);
    if (hit) removeRecord(collection, hit.recordId, hit.document, transaction);
    return hit ?? null;
  });
}

async function modify(command: Command, server: Server): Promise<Doc> {
  const { body } = command;
  const name = collectionName(body.findAndModify);
  checkFields("findAndModify", body, FIELDS);
  checkCombination(body);
  const scope = scopeOf(command, server);
  const projection = projectionIn(scope, body.fields);
  if (body.remove) {
    const hit = await removeFirst(command, server, name, scope);
    return { lastErrorObject: { n: hit ? 1 : 0 }, value: projectedDocument(projection, hit?.document) };
  }
  const { query: filter, update, hint } = body;
  const sort = optionalDoc(body.sort);
  const statement = { collection: name, filter, update, upsert: body.upsert === true, hint, sort };
  const { n, upserted, before, after } = await runUpdate(command, server, statement);
  const lastErrorObject = { n, updatedExisting: n > 0 && upserted === undefined, ...(upserted !== undefined && { upserted }) };
  return { lastErrorObject, value: projectedDocument(projection, body.new ? after : before) };
}

export const findAndModify: CommandHandler = async (command, server) => ({
  ...(await runOnce(command, server, 0, () => modify(command, server))),
});
