import type { LegalGround } from "#libs/contracts/personal-data.ts";
import type { Transaction } from "#libs/mongo/transaction.ts";
import type { ErasureLedger } from "./erasure-ledger.ts";
import type { DataSubject, PersonalData } from "./personal-data.ts";

/** Rows of one collection that one transaction takes. */
const BITE = 200;

/** How far the erasure of a subject has come in one service. */
export interface Erasure {
  readonly done: boolean;
  readonly erased: Record<string, number>;
  readonly anonymised: Record<string, number>;
  /** Empty until all else is done. */
  readonly retained: Record<string, { count: number; ground: LegalGround }>;
}

export interface EraseDeps {
  readonly transaction: Transaction;
  readonly ledger: ErasureLedger;
}

/** Takes the next bite of a subject's data. Rows come in their order: the next ones when the ones before are through. */
export async function eraseBite(deps: EraseDeps, data: PersonalData, subject: DataSubject): Promise<Erasure> {
  const done = (await data.settle?.(subject)) !== false && (await treatRows(deps, data, subject));
  const { erased, anonymised } = await deps.ledger.totals(subject.userId);
  return { done, erased: { ...erased }, anonymised: { ...anonymised }, retained: done ? await retainedRows(data, subject) : {} };
}

async function treatRows({ transaction, ledger }: EraseDeps, { rows }: PersonalData, subject: DataSubject): Promise<boolean> {
  for (const entry of rows) {
    if (entry.treatment === "RETAIN") continue;
    const { more } = await transaction(async (tx) => {
      const treated = await entry.treat(tx, subject, BITE);
      await ledger.add(tx, subject.userId, entry.treatment, { [entry.collection]: treated.count, ...treated.also });
      return treated;
    });
    if (more) return false;
  }
  return true;
}

async function retainedRows({ rows }: PersonalData, subject: DataSubject): Promise<Erasure["retained"]> {
  const kept: Erasure["retained"] = {};
  for (const entry of rows) {
    if (entry.treatment === "RETAIN") kept[entry.collection] = { count: await entry.count(subject), ground: entry.ground };
  }
  return kept;
}
