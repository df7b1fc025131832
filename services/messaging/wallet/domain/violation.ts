import type { LedgerInvariant } from "#libs/contracts/wallet/ledger-audit.ts";
import type { Money } from "#libs/kernel/money.ts";
import { type Posting, sumOf } from "./ledger.ts";

/** Where a document lies. */
export interface RowName {
  readonly collection: string;
  readonly id: string;
}

/** One contradiction within the ledger, or between the ledger and a document. */
export interface Violation {
  readonly invariant: LedgerInvariant;
  readonly subject: string;
  readonly detail: string;
  /** Minor units, always above zero; 1 when no amount is involved. */
  readonly difference: Money;
  /** The documents to look at. */
  readonly rows: readonly RowName[];
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

export function checkEqual(
  invariant: LedgerInvariant,
  subject: string,
  actual: Money,
  expected: Money,
  rows: readonly RowName[] = [],
): Violation[] {
  return actual === expected ? [] : [violation(invariant, subject, `is ${actual}, should be ${expected}`, actual - expected, rows)];
}

/** What a posting must move into an account, in minor units. */
export type ExpectedEntry = readonly [account: string, amount: Money];

/** Compares what a posting moves with what it must move: no other account has an entry. */
export function checkEntries(
  { invariant, subject, rows }: Pick<Violation, "invariant" | "subject" | "rows">,
  { kind, entries }: Posting,
  expected: readonly ExpectedEntry[],
): Violation[] {
  const others = new Set(entries.map(({ account }) => account));
  for (const [account] of expected) others.delete(account);
  return [...expected, ...[...others].map((account): ExpectedEntry => [account, 0n])].flatMap(([account, amount]) => {
    const actual = sumOf(entries.filter((entry) => entry.account === account).map((entry) => entry.amount));
    return checkEqual(invariant, `${kind} of ${subject} to ${account}`, actual, amount, rows);
  });
}
