import type { LedgerKind } from "#libs/contracts/wallet/index.ts";
import { type DocumentOf, list, money, number, object, text } from "#libs/kernel/fields.ts";
import { formatMoney, type Money } from "#libs/kernel/money.ts";
import { ownerOf, type Posting, sumOf } from "./ledger.ts";
import { checkEqual, type RowName, type Violation, violation } from "./violation.ts";

const sumsFields = { account: text, debit: money, credit: money };

/** What ever left an account (debit) and came into it (credit), in minor units. */
export interface AccountSums extends DocumentOf<typeof sumsFields> {}

export const chainFields = {
  /** Number of movements. */
  sequence: number,
  balance: money,
  /** Sequence of the last movement that took money out and that a freeze forbids. */
  lastDebit: number,
  /** Sum of the releases, less what was reversed of them. */
  earned: money,
  /** What its ledger transactions have moved, for each account that they name; by the name. */
  moved: list(object(sumsFields)),
};

/** The state of the chain of an account, derived from its ledger transactions alone. */
export interface Chain extends DocumentOf<typeof chainFields> {}

export const EMPTY_CHAIN: Chain = { sequence: 0, balance: 0n, lastDebit: 0, earned: 0n, moved: [] };

/** A ledger transaction as it is stored. */
export interface StoredPosting extends Posting {
  readonly _id: string;
}

/** A stored posting as findings name it. */
export const rowOf = ({ _id: id }: Pick<StoredPosting, "_id">): RowName => ({ collection: "ledger_transactions", id });

/** Whether a stored transaction is well formed. The product writes no other, but someone with database access could. */
export function isWellFormed({ kind, reference, entries, movement }: Posting): boolean {
  const hasReference = typeof kind === "string" && typeof reference?.type === "string" && typeof reference.id === "string";
  const isOnAccount = (each: { readonly account: string; readonly amount: Money } | null | undefined) =>
    typeof each?.account === "string" && typeof each.amount === "bigint";
  const hasEntries = Array.isArray(entries) && entries.every(isOnAccount);
  const hasMovement = isOnAccount(movement) && Number.isInteger(movement.sequence) && typeof movement.balanceAfter === "bigint";
  return hasReference && hasEntries && hasMovement;
}

/** The kinds that take money out of a frozen wallet as well. */
const DEBITS_OF_FROZEN: readonly LedgerKind[] = ["REFUND_TO_SOURCE", "CHARGEBACK", "EARNING_REVERSAL", "UNCLAIM"];
/** The kinds that may leave a wallet below zero. */
const DEBTS: readonly LedgerKind[] = ["CHARGEBACK"];

/** Follows a chain by its next ledger transactions, which come in the order of their sequence. */
export function followChain(from: Chain, postings: readonly StoredPosting[]): { readonly chain: Chain; readonly violations: Violation[] } {
  const violations: Violation[] = [];
  const moved = new Map(from.moved.map((sums) => [sums.account, sums]));
  let state = { ...from };
  for (const posting of postings) {
    if (!isWellFormed(posting)) {
      violations.push(violation("M2", `ledger transaction ${posting._id}`, "is malformed", 1n, [rowOf(posting)]));
      continue;
    }
    violations.push(...checkPosting(state, posting));
    for (const entry of posting.entries) moved.set(entry.account, plus(moved.get(entry.account), entry));
    const { kind, movement } = posting;
    state = {
      ...state,
      sequence: movement.sequence,
      balance: state.balance + ownAmount(posting),
      lastDebit: movement.amount < 0n && !DEBITS_OF_FROZEN.includes(kind) ? movement.sequence : state.lastDebit,
      earned: kind === "RELEASE" || kind === "EARNING_REVERSAL" ? state.earned + movement.amount : state.earned,
    };
  }
  const sums = [...moved.values()].sort((one, other) => (one.account < other.account ? -1 : 1));
  return { chain: { ...state, moved: sums }, violations };
}

/** Compares the next posting of a chain with the state before it. */
function checkPosting({ sequence, balance }: Chain, posting: StoredPosting): Violation[] {
  const { kind, reference, entries, movement } = posting;
  const subject = `${kind} of ${reference.type} ${reference.id}`;
  const rows = [rowOf(posting)];
  const own = ownAmount(posting);
  const left = balance + own;
  const isNewDebt = own < 0n && left < 0n && !DEBTS.includes(kind) && ownerOf(movement.account) !== null;
  const missing = `movement ${sequence + 1} of ${movement.account} is missing`;
  return [
    ...checkEqual("M2", `sum of ${subject}`, sumOf(entries.map(({ amount }) => amount)), 0n, rows),
    ...checkEqual("M2", `movement of ${subject}`, movement.amount, own, rows),
    ...checkEqual("M2", `balance after ${subject}`, movement.balanceAfter, left, rows),
    ...(isNewDebt ? [violation("M3", movement.account, `${subject} leaves ${formatMoney(left)}`, left, rows)] : []),
    ...(movement.sequence === sequence + 1 ? [] : [violation("M2", subject, missing, 1n, rows)]),
  ];
}

function ownAmount({ entries, movement }: Posting): Money {
  return sumOf(entries.filter(({ account }) => account === movement.account).map(({ amount }) => amount));
}

/** Adds an entry to the sums of its account. */
function plus(sums: AccountSums | undefined, { account, amount }: Posting["entries"][number]): AccountSums {
  const { debit, credit } = sums ?? { debit: 0n, credit: 0n };
  return amount < 0n ? { account, debit: debit - amount, credit } : { account, debit, credit: credit + amount };
}

/** What has moved between two states of a chain. */
export function movedBetween(before: Chain, after: Chain): AccountSums[] {
  const earlier = new Map(before.moved.map((sums) => [sums.account, sums]));
  return after.moved.flatMap(({ account, debit, credit }) => {
    const known = earlier.get(account) ?? { debit: 0n, credit: 0n };
    const difference = { account, debit: debit - known.debit, credit: credit - known.credit };
    return difference.debit === 0n && difference.credit === 0n ? [] : [difference];
  });
}

/** The sums of several lists, by the name of the account. */
export function sumByAccount(lists: Iterable<readonly AccountSums[]>): Map<string, AccountSums> {
  const total = new Map<string, AccountSums>();
  for (const each of [...lists].flat()) {
    const known = total.get(each.account) ?? { debit: 0n, credit: 0n };
    total.set(each.account, { account: each.account, debit: known.debit + each.debit, credit: known.credit + each.credit });
  }
  return total;
}

/** Compares a checkpoint with the chain up to its sequence. */
export function checkCheckpoint(account: string, checkpoint: Chain, recounted: Chain): Violation[] {
  const subject = `checkpoint of ${account}`;
  const rows = [{ collection: "ledger_totals", id: account }];
  if (recounted.sequence !== checkpoint.sequence) {
    return [violation("M2", subject, `movement ${checkpoint.sequence} of ${account} is missing`, 1n, rows)];
  }
  const isSame =
    recounted.lastDebit === checkpoint.lastDebit &&
    recounted.earned === checkpoint.earned &&
    movedBetween(checkpoint, recounted).length === 0 &&
    movedBetween(recounted, checkpoint).length === 0;
  const balance = checkEqual("M2", subject, checkpoint.balance, recounted.balance, rows);
  return balance.length > 0 || isSame ? balance : [violation("M2", subject, "differs from the ledger before it", 1n, rows)];
}
