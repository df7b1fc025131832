import type { Money } from "#libs/kernel/money.ts";
import type { LedgerTotal } from "../data/ledger-total.model.ts";
import { type AccountSums, sumByAccount } from "../domain/chain.ts";
import { checkCount, checkEqual, type Violation } from "../domain/violation.ts";
import type { ReadSlice } from "./audited-books.ts";

const BATCH_SIZE = 1_000;

interface Sums {
  readonly debit: Money;
  readonly credit: Money;
}

/** Adds up what the checkpoints say and compares it with the totals of the accounts and with their summary. It reads no ledger transaction. */
export const recountTotals: ReadSlice = async ({ totals, audits }, tx) => {
  const summary = await audits.findOne({ _id: "INCREMENTAL" }, { tx });
  if (summary?.accounts === undefined) return { violations: [], next: null };
  let all = { accounts: 0n, debit: 0n, credit: 0n };
  /** What chains of others, or the lack of an own one, must still explain. */
  const unexplained = new Map<string, Sums>();
  let foreign = new Map<string, AccountSums>();
  for await (const row of totals.scan({}, { tx, batchSize: BATCH_SIZE })) {
    all = { accounts: all.accounts + 1n, debit: all.debit + row.debit, credit: all.credit + row.credit };
    const { own, others } = partsOf(row);
    const rest = { debit: row.debit - own.debit, credit: row.credit - own.credit };
    if (rest.debit !== 0n || rest.credit !== 0n) unexplained.set(row._id, rest);
    foreign = sumByAccount([[...foreign.values()], others]);
  }
  const violations = [
    ...compare(unexplained, foreign),
    ...checkCount("M1", "number of ledger accounts", Number(summary.accounts), Number(all.accounts)),
    ...checkEqual("M1", "debit of all accounts", summary.debit ?? 0n, all.debit),
    ...checkEqual("M1", "credit of all accounts", summary.credit ?? 0n, all.credit),
    ...checkEqual("M1", "sum of all accounts", all.credit, all.debit),
  ];
  return { violations, next: null };
};

function partsOf({ _id, chain }: LedgerTotal): { readonly own: Sums; readonly others: readonly AccountSums[] } {
  const moved = chain?.moved ?? [];
  const own = moved.find(({ account }) => account === _id) ?? { debit: 0n, credit: 0n };
  return { own, others: moved.filter(({ account }) => account !== _id) };
}

function compare(totals: ReadonlyMap<string, Sums>, expected: ReadonlyMap<string, Sums>): Violation[] {
  const none: Sums = { debit: 0n, credit: 0n };
  return [...new Set([...totals.keys(), ...expected.keys()])].flatMap((account) => {
    const rows = [{ collection: "ledger_totals", id: account }];
    const [actual, sums] = [totals.get(account) ?? none, expected.get(account) ?? none];
    return [
      ...checkEqual("M1", `total debit of ${account}`, actual.debit, sums.debit, rows),
      ...checkEqual("M1", `total credit of ${account}`, actual.credit, sums.credit, rows),
    ];
  });
}
