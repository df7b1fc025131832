import { SECOND } from "#libs/kernel/clock.ts";
import { refreshGauge } from "#libs/platform/metrics/refresh-gauge.ts";
import type { Deps } from "../deps.ts";
import { sumOf } from "../domain/ledger.ts";
import { readBooks } from "./audit-ledger.ts";

/** Most violations of one audit that are logged. */
const MAX_LOGGED = 20;

export type AuditDeps = Pick<Deps, "clock" | "database" | "lastAudit" | "metrics" | "logger">;

/**
 * Audits the ledger. A violation raises an alert: error logs, and a gauge above zero (minor units). The time of the last complete audit
 * shows when audits stop. A failed run sets no value that could be mistaken for a result.
 */
export async function reportViolations({ clock, database, lastAudit, metrics, logger }: AuditDeps): Promise<void> {
  await refreshGauge(metrics.ledgerImbalance, async () => {
    const { violations, total } = await readBooks(database);
    lastAudit.set({ total, at: clock.now() });
    for (const { invariant, subject, detail } of violations.slice(0, MAX_LOGGED)) {
      logger.error({ invariant, subject, detail }, "ledger invariant violated");
    }
    return Number(sumOf(violations.map(({ difference }) => difference)));
  });
  metrics.ledgerAuditLastSuccess.set({ scope: "full" }, clock.now().getTime() / SECOND);
}
