import type { AuditScope } from "#libs/contracts/wallet/ledger-audit.ts";
import { MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { bestEffort } from "#libs/platform/log/best-effort.ts";
import { refreshGauge } from "#libs/platform/metrics/refresh-gauge.ts";
import type { Deps } from "../deps.ts";
import type { Violation } from "../domain/violation.ts";
import { auditAllBooks } from "./audit-all-books.ts";
import { auditMovedWallets } from "./audit-moved-wallets.ts";
import { type GuardDeps, guardBooks } from "./guard-books.ts";

export type AuditDeps = GuardDeps &
  Pick<Deps, "audits" | "database" | "faults" | "findings" | "logger" | "messageMoney" | "metrics" | "transaction">;

/** Longer than an audit of what a minute moves. After a restore it takes longer: then two processes may hinder each other, which harms nothing. */
const CLAIM_MS = 5 * MINUTE;

/**
 * Audits the wallets that have moved. A failed run sets no value that could be mistaken for a result. False: another process audits them, and
 * this one shows what that has found.
 */
export async function runIncrementalAudit(deps: AuditDeps): Promise<boolean> {
  const { audits, clock, findings, metrics } = deps;
  const now = clock.now();
  const until = new Date(now.getTime() + CLAIM_MS);
  const claimed = await audits.claim("INCREMENTAL", now, until);
  try {
    await refreshGauge(metrics.ledgerImbalance, async () => {
      if (claimed) await report(deps, await auditMovedWallets(deps));
      return Number(await findings.standingDifference());
    });
    if (claimed) await succeed(deps, "INCREMENTAL");
  } finally {
    if (claimed) await audits.release("INCREMENTAL", until);
  }
  if (!claimed) await showSuccessOfOther(deps);
  return claimed !== null;
}

/** The age of an audit is that of the last one, whichever process ran it. */
async function showSuccessOfOther({ audits, metrics, startedAt }: AuditDeps): Promise<void> {
  const { lastSuccessAt } = (await audits.find("INCREMENTAL")) ?? {};
  if (!lastSuccessAt || lastSuccessAt < startedAt) return;
  metrics.ledgerAuditLastSuccess.set({ scope: "incremental" }, lastSuccessAt.getTime() / SECOND);
}

/**
 * Audits all books, or goes on with an audit that a dead process has left. Findings that it did not see have ended. Resolves to the number of
 * slices; null: another process audits them.
 */
export async function runFullAudit(deps: AuditDeps): Promise<number | null> {
  const run = await auditAllBooks(deps, (violations) => report(deps, violations));
  if (!run) return null;
  await refreshGauge(deps.metrics.ledgerImbalance, async () => {
    await deps.findings.endUnseen(run.startedAt, deps.clock.now());
    return Number(await deps.findings.standingDifference());
  });
  await succeed(deps, "FULL");
  return run.slices;
}

async function succeed({ audits, clock, metrics }: AuditDeps, scope: AuditScope): Promise<void> {
  const now = clock.now();
  await audits.succeed(scope, now);
  metrics.ledgerAuditLastSuccess.set({ scope: scope === "FULL" ? "full" : "incremental" }, now.getTime() / SECOND);
}

/** Records confirmed violations. A new one is an error line and an event, and the guards act at once. */
async function report(deps: AuditDeps, violations: readonly Violation[]): Promise<void> {
  if (violations.length === 0) return;
  const { clock, findings, logger, transaction } = deps;
  const found = await transaction((tx) => findings.record(tx, violations, clock.now()));
  for (const { invariant, subject, detail } of found) logger.error({ invariant, subject, detail }, "ledger invariant violated");
  // While settings cannot be changed, a job repeats it.
  if (found.length > 0) await bestEffort(logger, "guard the books", () => guardBooks(deps));
}
