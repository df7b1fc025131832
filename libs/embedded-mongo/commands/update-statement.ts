import { calculateObjectSize } from "bson";
import { checkUpdatePipeline, pipelineUpdate } from "../aggregation/pipeline-update.ts";
import { collectionOf, ensureCollection } from "../engine/catalog.ts";
import { type FindOptions, findRecords } from "../engine/find-records.ts";
import type { Collection, Hit } from "../engine/model.ts";
import { insertRecord, replaceRecord } from "../engine/write-records.ts";
import { compileFilter } from "../matcher/compile-filter.ts";
import { compileUpdate, isOperatorUpdate } from "../update/compile-update.ts";
import { upsertId, upsertSeed } from "../update/upsert-seed.ts";
import { equal, identical } from "../values/compare.ts";
import { clone, type Doc, isDoc, MAX_DOCUMENT_BYTES, omit } from "../values/document.ts";
import { failedToParse, immutableField, locationError, writeConflict } from "../values/mongo-error.ts";
import { filterArgument } from "./command-arguments.ts";
import { type CommandScope, scopeOf } from "./command-scope.ts";
import { checkDepth, withId } from "./insert.ts";
import type { Command } from "./model.ts";
import { requireUnlocked, runWhenUnblocked } from "./run-statement.ts";
import type { Server } from "./server-state.ts";
import { writeMatching, writesInTurns } from "./write-in-turns.ts";

/** One update of the update command or of findAndModify. */
export interface UpdateStatement {
  readonly collection: string;
  readonly filter: unknown;
  readonly update: unknown;
  readonly multi?: boolean;
  readonly upsert?: boolean;
  readonly hint?: unknown;
  readonly sort?: Doc | undefined;
}

export interface UpdateOutcome {
  readonly n: number;
  readonly nModified: number;
  /** The `_id` that an upsert inserted. */
  readonly upserted?: unknown;
  readonly before?: Doc;
  readonly after?: Doc;
}

type Change = { document: Doc; changed: boolean };
interface UpdatePlan {
  readonly isReplacement: boolean;
  /** `inserting`: for an upsert that inserts the document. */
  apply(document: Doc, inserting: boolean): Change;
}

function replacementPlan(replacement: Doc): UpdatePlan {
  return {
    isReplacement: true,
    apply(document) {
      if (replacement._id !== undefined && document._id !== undefined && !equal(replacement._id, document._id))
        throw immutableField(
          `After applying the update, the (immutable) field '_id' was found to have been altered to _id: ${JSON.stringify(replacement._id)}`,
        );
      const updated = document._id !== undefined ? { _id: document._id, ...omit(replacement, "_id") } : clone(replacement);
      return { document: updated, changed: !identical(document, updated) };
    },
  };
}

function planOf({ update, multi, sort }: UpdateStatement, { match, environment }: CommandScope): UpdatePlan {
  if (sort && multi) throw failedToParse("Cannot specify sort with multi=true");
  if (isOperatorUpdate(update)) return { isReplacement: false, apply: compileUpdate(update, match).apply };
  if (!Array.isArray(update) && !isDoc(update)) throw failedToParse("Update argument must be either an object or an array");
  if (isDoc(update) && multi) throw failedToParse("multi update is not supported for replacement-style update");
  if (isDoc(update)) return replacementPlan(update);
  checkUpdatePipeline(update);
  return { isReplacement: false, apply: (document) => pipelineUpdate(environment, document, update) };
}

function checkStorable(document: Doc): void {
  checkDepth(document);
  if (calculateObjectSize(document, { ignoreUndefined: true }) > MAX_DOCUMENT_BYTES)
    throw locationError(17419, `Resulting document after update is larger than ${MAX_DOCUMENT_BYTES}`);
}

function updateHit(command: Command, collection: Collection, { recordId, document }: Hit, plan: UpdatePlan): Change {
  const { transaction } = command;
  const change = plan.apply(document, false);
  const lock = collection.locks.get(recordId);
  if (change.changed) {
    checkStorable(change.document);
    replaceRecord(collection, recordId, document, change.document, transaction);
  } else if (transaction && lock && lock !== transaction) throw writeConflict();
  return change;
}

/** Updates the documents of a multi-update, with pauses for other commands. */
async function updateInTurns(
  command: Command,
  collection: Collection,
  filter: Doc,
  options: FindOptions,
  plan: UpdatePlan,
): Promise<UpdateOutcome> {
  let nModified = 0;
  const n = await writeMatching(command, collection, filter, options, (current, hit) => {
    if (updateHit(command, current, hit, plan).changed) nModified++;
  });
  return { n, nModified };
}

function updateHits(command: Command, collection: Collection, hits: readonly Hit[], plan: UpdatePlan): UpdateOutcome {
  if (!command.transaction) requireUnlocked(collection, hits);
  let nModified = 0;
  let after: Doc | undefined;
  for (const hit of hits) {
    command.interruption.step();
    const change = updateHit(command, collection, hit, plan);
    after = change.changed ? change.document : hit.document;
    if (change.changed) nModified++;
  }
  const [first] = hits;
  return { n: hits.length, nModified, ...(first && { before: first.document }), ...(after && { after }) };
}

/** The document that an upsert inserts. Throws ImmutableField if filter and update have different ids. */
function upsertDocument(filter: Doc, statement: UpdateStatement, plan: UpdatePlan): Doc {
  if (plan.isReplacement) {
    const wanted = upsertId(filter);
    const replacement = statement.update as Doc;
    if (wanted !== undefined && replacement._id !== undefined && !equal(wanted, replacement._id))
      throw immutableField(
        `The _id field cannot be changed from {_id: ${JSON.stringify(wanted)}} to {_id: ${JSON.stringify(replacement._id)}}.`,
      );
    const id = replacement._id ?? wanted;
    return withId(id === undefined ? clone(replacement) : { _id: id, ...omit(clone(replacement), "_id") });
  }
  const seed = upsertSeed(filter);
  const { document } = plan.apply(seed, true);
  if (seed._id !== undefined && document._id !== undefined && !equal(seed._id, document._id))
    throw immutableField("Performing an update on the path '_id' would modify the immutable field '_id'");
  return withId(document);
}

/** Runs one update; outside a transaction it waits for the transactions that have locked its documents. */
export async function runUpdate(command: Command, server: Server, statement: UpdateStatement): Promise<UpdateOutcome> {
  const { transaction, database } = command;
  const scope = scopeOf(command, server);
  const filter = filterArgument(statement.filter, "q");
  const plan = planOf(statement, scope);
  const catalog = statement.upsert ? ensureCollection : collectionOf;
  const options = {
    limit: statement.multi ? 0 : 1,
    sort: statement.sort,
    hint: statement.hint,
    transaction,
    match: scope.match,
    interruption: command.interruption,
  };
  const existing = collectionOf(server.engine, database, statement.collection, transaction);
  if (statement.multi && writesInTurns(command, "multi=true") && existing) {
    const outcome = await updateInTurns(command, existing, filter, options, plan);
    // an upsert without a match searches once more and inserts in the same step
    if (outcome.n || !statement.upsert) return outcome;
  }
  return runWhenUnblocked(command, () => {
    const collection = catalog(server.engine, database, statement.collection, transaction);
    if (!collection) {
      compileFilter(filter, scope.match);
      return { n: 0, nModified: 0 };
    }
    const hits = findRecords(collection, filter, options);
    if (hits.length) return updateHits(command, collection, hits, plan);
    if (!statement.upsert) return { n: 0, nModified: 0 };
    const document = upsertDocument(filter, statement, plan);
    checkStorable(document);
    insertRecord(collection, document, null, transaction);
    return { n: 1, nModified: 0, upserted: document._id, after: document };
  });
}
