import { SECOND } from "#libs/kernel/clock.ts";
import { refreshGauge } from "#libs/platform/metrics/refresh-gauge.ts";
import type { Deps } from "../deps.ts";
import { sumOf } from "../domain/ledger.ts";
import { auditLedger } from "./audit-ledger.ts";

/** At most so many violations of one audit are logged. */
const MAX_LOGGED = 20;

export type AuditDeps = Pick<Deps, "clock" | "database" | "metrics" | "logger">;

/**
 * Audits the ledger. A violation raises an alert: error lines, and a gauge above zero (minor units). The instant of the last audit that
 * came to its end shows when they stop; a run that fails leaves no figure that could pass for a result.
 */
export async function reportViolations({ clock, database, metrics, logger }: AuditDeps): Promise<void> {
  await refreshGauge(metrics.ledgerImbalance, async () => {
    const violations = await auditLedger(database);
    for (const { invariant, subject, detail } of violations.slice(0, MAX_LOGGED)) {
      logger.error({ invariant, subject, detail }, "ledger invariant violated");
    }
    return Number(sumOf(violations.map(({ difference }) => difference)));
  });
  metrics.ledgerAuditLastSuccess.set({ scope: "full" }, clock.now().getTime() / SECOND);
}
