import { MINUTE } from "#libs/kernel/clock.ts";
import type { Database } from "#libs/platform/mongo/database.ts";
import type { AuditPosition, LedgerAuditDoc } from "../data/ledger-audit.store.ts";
import type { Deps } from "../deps.ts";
import type { Violation } from "../domain/violation.ts";
import { confirmedBy } from "./audit-moved-wallets.ts";
import { type AuditedBooks, auditedBooks, type Slice } from "./audited-books.ts";
import { LAST_PART, PART_NAMES, PARTS, type Part, partAfter } from "./parts.ts";

/** Milliseconds for one slice; MongoDB ends a snapshot after a minute. */
const SLICE_MS = 55_000;
/** A process that died has read for at most this long since its claim. */
const CLAIM_MS = 2 * MINUTE;
/** Most violations of one slice. */
const MAX_VIOLATIONS = 1_000;

export type LedgerDatabase = Pick<Database, "collection" | "inTurn" | "transaction" | "transactionWithin">;
type FullDeps = Pick<Deps, "audits" | "clock" | "database" | "faults" | "messageMoney">;

interface EndedRun {
  readonly startedAt: Date;
  /** Those that this process has read. */
  readonly slices: number;
}

/** Where a run begins. */
export const FIRST: AuditPosition = { part: "chains", after: null };

/**
 * Reads all books in slices, each in a snapshot of its own, and keeps its position after each: another process goes on after a crash.
 * @param found gets the violations of a slice that a second reading has confirmed
 * @returns null: the run did not end here, because another process reads
 */
export async function auditAllBooks(deps: FullDeps, found: (violations: readonly Violation[]) => Promise<void>): Promise<EndedRun | null> {
  const claim = await claimRun(deps);
  if (!claim) return null;
  let { claimed } = claim;
  let slices = 0;
  for (let position: AuditPosition | null = claim.position; position; ) {
    const books = auditedBooks(deps.database, deps.messageMoney, deps.clock.now());
    const { violations, next } = await confirmedSlice(deps.database, books, position);
    if (violations.length > 0) await found(violations);
    position = next;
    slices += 1;
    const until = new Date(deps.clock.now().getTime() + CLAIM_MS);
    if (position && !(await deps.audits.moveFull(claimed, { until, startedAt: claim.startedAt, position }))) return null;
    claimed = until;
    await deps.faults.hit("wallet.audit.slice");
  }
  return { startedAt: claim.startedAt, slices };
}

async function claimRun({ audits, clock }: FullDeps) {
  const now = clock.now();
  const claimed = new Date(now.getTime() + CLAIM_MS);
  const state = await audits.claim("FULL", now, claimed);
  return state && { claimed, startedAt: state.startedAt ?? now, position: positionOf(state) };
}

/** Where the run under way goes on; a part that this version does not know begins anew. */
function positionOf({ startedAt, part, after }: LedgerAuditDoc): AuditPosition {
  const isKnown = startedAt !== undefined && PART_NAMES.includes(part as Part);
  return isKnown && part !== undefined ? { part, after: after ?? null } : FIRST;
}

/** Violations of a slice that two readings have in common, and the position after it. */
async function confirmedSlice(database: LedgerDatabase, books: AuditedBooks, position: AuditPosition) {
  const first = await readSlice(database, books, position);
  const isDoubted = first.violations.length > 0;
  const violations = isDoubted ? confirmedBy(first.violations, (await readSlice(database, books, position)).violations) : [];
  return { violations: violations.slice(0, MAX_VIOLATIONS), next: first.next };
}

/** What one snapshot has shown, and the position after it; null: the books are read. */
interface Reading {
  readonly violations: readonly Violation[];
  readonly next: AuditPosition | null;
}

/** Reads a slice in a snapshot of its own. The parts that end in it are followed by the next ones, but for the totals, which are long. */
export function readSlice(database: LedgerDatabase, books: AuditedBooks, from: AuditPosition): Promise<Reading> {
  return database.transactionWithin(SLICE_MS)(async (tx) => {
    const violations: Violation[] = [];
    let position = from;
    for (;;) {
      const slice = await PARTS[position.part as Part](books, tx, position.after);
      violations.push(...slice.violations);
      const next = positionAfter(position, slice);
      if (slice.next !== null || !next || next.part === LAST_PART) return { violations, next };
      position = next;
    }
  });
}

function positionAfter({ part }: AuditPosition, { next }: Slice): AuditPosition | null {
  if (next !== null) return { part, after: next };
  const following = partAfter(part as Part);
  return following && { part: following, after: null };
}
