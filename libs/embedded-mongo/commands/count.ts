import { collectionOf } from "../engine/catalog.ts";
import { countRecordsInSteps } from "../engine/find-records.ts";
import { notInTransaction } from "../values/mongo-error.ts";
import { checkFields, collectionName, countArgument, fieldSet, filterArgument, numberArgument } from "./command-arguments.ts";
import { scopeOf } from "./command-scope.ts";
import { readInTurns } from "./read-in-turns.ts";
import type { CommandHandler } from "./server-state.ts";

const FIELDS = fieldSet("count query limit skip hint");

export const count: CommandHandler = async (command, server) => {
  const { body, database, transaction, interruption } = command;
  const name = collectionName(body.count);
  if (transaction) throw notInTransaction("Cannot run 'count' in a multi-document transaction.");
  checkFields("count", body, FIELDS);
  const collection = collectionOf(server.engine, database, name);
  if (!collection) return { n: 0 };
  const filter = filterArgument(body.query, "query");
  const limit = Math.abs(numberArgument(body.limit, "limit") ?? 0);
  const { match } = scopeOf(command, server);
  const found = Object.keys(filter).length
    ? await readInTurns(command, countRecordsInSteps(collection, filter, { match, hint: body.hint, interruption }))
    : collection.records.size;
  const n = Math.max(0, found - (countArgument(body.skip, "skip") ?? 0));
  return { n: limit ? Math.min(n, limit) : n };
};
