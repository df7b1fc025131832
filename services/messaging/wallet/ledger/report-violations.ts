import type { Deps } from "../deps.ts";
import { sumOf } from "../domain/ledger.ts";
import { auditLedger } from "./audit-ledger.ts";

/** At most so many violations of one audit are logged. */
const MAX_LOGGED = 20;

/** Audits the ledger. A violation raises an alert: error lines, and a gauge above zero (minor units). */
export async function reportViolations({ database, metrics, logger }: Pick<Deps, "database" | "metrics" | "logger">): Promise<void> {
  const violations = await auditLedger(database);
  metrics.ledgerImbalance.set(Number(sumOf(violations.map(({ difference }) => difference))));
  for (const { invariant, subject, detail } of violations.slice(0, MAX_LOGGED)) {
    logger.error({ invariant, subject, detail }, "ledger invariant violated");
  }
}
