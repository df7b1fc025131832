import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { LedgerStore } from "../data/ledger.store.ts";
import type { Posting, ReferenceType } from "../domain/ledger.ts";
import { isWellFormed } from "../domain/ledger-invariants.ts";

const BATCH_SIZE = 500;

interface Referenced<T> {
  readonly type: ReferenceType;
  readonly rows: AsyncIterable<T>;
  readonly idOf: (row: T) => string;
}

/** Calls back with each row and the ledger transactions that refer to it. */
export async function forEachWithPostings<T>(
  { ledger }: { readonly ledger: Pick<LedgerStore, "findByReference"> },
  tx: Tx,
  { type, rows, idOf }: Referenced<T>,
  audit: (row: T, postings: readonly Posting[]) => void,
): Promise<void> {
  for await (const batch of batchesOf(rows)) {
    const postings = await ledger.findByReference(tx, type, batch.map(idOf));
    for (const row of batch) audit(row, (postings.get(idOf(row)) ?? []).filter(isWellFormed));
  }
}

async function* batchesOf<T>(rows: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
