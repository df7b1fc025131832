import { collectionOf } from "../engine/catalog.ts";
import { type FindOptions, matchingRecords } from "../engine/find-records.ts";
import { BlockedByTransaction, type Collection, type Hit } from "../engine/model.ts";
import { runInTurns, type Steps } from "../engine/steps.ts";
import { compileFilter } from "../matcher/compile-filter.ts";
import type { Doc } from "../values/document.ts";
import { invalidOptions, queryPlanKilled, undone } from "../values/mongo-error.ts";
import type { Command } from "./model.ts";
import { waitUntilUnblocked } from "./run-statement.ts";

/**
 * Whether a write of many documents may pause between two of them. In a transaction it is one step, because its snapshot is read beside the
 * newest versions. Other statements of the transaction, its commit and its abort would have to wait for a pausing write. Throws
 * InvalidOptions (72) for a retryable write.
 */
export function writesInTurns({ transaction, body }: Command, option: "multi=true" | "limit=0"): boolean {
  if (transaction) return false;
  if (body.txnNumber !== undefined) throw invalidOptions(`Cannot use (or request) retryable writes with ${option}`);
  return true;
}

/**
 * Writes every matching document once and returns the number of writes. Pauses for other commands before and between the writes. The search
 * ends before the first write, so that a document is not found again where a write has moved it. Skips a document that was deleted or no
 * longer matches. Waits for a document that a transaction has locked.
 */
export async function writeMatching(
  command: Command,
  found: Collection,
  filter: Doc,
  options: FindOptions,
  write: (collection: Collection, hit: Hit) => void,
): Promise<number> {
  const { interruption } = command;
  const { store } = found.engine;
  const { rollbacks } = store;
  const matches = compileFilter(filter, options.match ?? found.engine.matchOptions());
  const ids = await runInTurns(recordIds(found, filter, options), interruption);
  let collection = currentOf(found);
  let written = 0;
  const resume = (): void => {
    if (store.rollbacks !== rollbacks) throw undone();
    collection = currentOf(found);
  };
  const writeOne = (recordId: number): boolean => {
    const record = collection.records.get(recordId);
    if (!record || !matches(record.document)) return false;
    write(collection, { recordId, record, document: record.document });
    return true;
  };
  for (const recordId of ids) {
    if (interruption.step()) {
      await interruption.pause();
      resume();
    }
    for (;;) {
      try {
        if (writeOne(recordId)) written++;
        break;
      } catch (error) {
        if (!(error instanceof BlockedByTransaction)) throw error;
        await waitUntilUnblocked(interruption, error);
        resume();
      }
    }
  }
  return written;
}

function* recordIds(collection: Collection, filter: Doc, options: FindOptions): Steps<number[]> {
  const found: number[] = [];
  for (const hit of matchingRecords(collection, filter, options)) {
    if (hit) found.push(hit.recordId);
    else yield;
  }
  return found;
}

/** The collection as the catalog has it after a pause: another object if a batch was undone. */
function currentOf({ engine, database, name, namespace, id }: Collection): Collection {
  const current = collectionOf(engine, database, name);
  if (current?.id === id) return current;
  throw queryPlanKilled(`the collection ${namespace} was dropped`);
}
