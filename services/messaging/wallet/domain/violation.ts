import type { LedgerInvariant } from "#libs/contracts/wallet/ledger-audit.ts";
import { formatMoney, type Money } from "#libs/kernel/money.ts";

/** Where a document lies. */
export interface RowName {
  readonly collection: string;
  readonly id: string;
}

/** What a violation is about. */
export interface Subject {
  readonly invariant: LedgerInvariant;
  readonly subject: string;
  /** The documents to look at. */
  readonly rows: readonly RowName[];
}

/** One contradiction within the ledger, or between the ledger and a document. */
export interface Violation extends Subject {
  readonly detail: string;
  /** Minor units, always above zero; 1 when no amount is involved. */
  readonly difference: Money;
}

export function violation(
  invariant: LedgerInvariant,
  subject: string,
  detail: string,
  difference: Money = 1n,
  rows: readonly RowName[] = [],
): Violation {
  return { invariant, subject, detail, difference: difference < 0n ? -difference : difference, rows };
}

/** Whether two amounts are equal. */
export function checkEqual(
  invariant: LedgerInvariant,
  subject: string,
  actual: Money,
  expected: Money,
  rows: readonly RowName[] = [],
): Violation[] {
  return actual === expected
    ? []
    : [violation(invariant, subject, `is ${formatMoney(actual)}, should be ${formatMoney(expected)}`, actual - expected, rows)];
}

/** Whether two counts are equal. */
export function checkCount(
  invariant: LedgerInvariant,
  subject: string,
  actual: number,
  expected: number,
  rows: readonly RowName[] = [],
): Violation[] {
  return actual === expected ? [] : [violation(invariant, subject, `is ${actual}, should be ${expected}`, 1n, rows)];
}
