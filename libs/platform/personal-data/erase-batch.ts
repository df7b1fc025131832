import type { LegalGround } from "#libs/contracts/personal-data.ts";
import type { Transaction } from "#libs/platform/mongo/transaction.ts";
import type { ErasureLedger } from "./erasure-ledger.ts";
import type { DataSubject, PersonalData } from "./personal-data.ts";

/** Rows of one collection that one transaction erases. */
const ERASE_BATCH_SIZE = 200;

/** The progress of an erasure in one service. The counts cover all batches so far. */
export interface ErasureProgress {
  readonly done: boolean;
  readonly erased: Record<string, number>;
  readonly anonymised: Record<string, number>;
  /** Empty until everything else is done. */
  readonly retained: Record<string, { count: number; ground: LegalGround }>;
}

export interface EraseDeps {
  readonly transaction: Transaction;
  readonly ledger: ErasureLedger;
}

/** Erases the next batch of a subject's data. Entries are processed in their order, each when the previous one is done. */
export async function eraseBatch(deps: EraseDeps, data: PersonalData, subject: DataSubject): Promise<ErasureProgress> {
  const mayErase = (await data.beforeErasure?.(subject)) !== false;
  const done = mayErase && (await treatRows(deps, data, subject));
  const { erased, anonymised } = await deps.ledger.totals(subject.userId);
  return { done, erased: { ...erased }, anonymised: { ...anonymised }, retained: done ? await countRetained(data, subject) : {} };
}

/** False when a further batch is needed. */
async function treatRows({ transaction, ledger }: EraseDeps, { rows }: PersonalData, subject: DataSubject): Promise<boolean> {
  for (const entry of rows) {
    if (entry.treatment === "RETAIN") continue;
    const { more } = await transaction(async (tx) => {
      const batch = await entry.treat(tx, subject, ERASE_BATCH_SIZE);
      await ledger.add(tx, subject.userId, entry.treatment, { [entry.collection]: batch.count, ...batch.cascaded });
      return batch;
    });
    if (more) return false;
  }
  return true;
}

/** Counts the rows that stay, with the ground of each collection. */
async function countRetained({ rows }: PersonalData, subject: DataSubject): Promise<ErasureProgress["retained"]> {
  const retained: ErasureProgress["retained"] = {};
  for (const entry of rows) {
    if (entry.treatment === "RETAIN") retained[entry.collection] = { count: await entry.count(subject), ground: entry.ground };
  }
  return retained;
}
