import type { AuditStatus } from "#libs/contracts/wallet/ledger-audit.ts";
import { MINUTE } from "#libs/kernel/clock.ts";
import type { Deps } from "../deps.ts";

type StaleDeps = Pick<Deps, "audits" | "clock" | "config" | "startedAt">;

/** Whether the books are right as far as the audits know. */
export async function auditStatusOf(deps: StaleDeps & Pick<Deps, "findings">): Promise<AuditStatus> {
  if (await deps.findings.hasStanding()) return "VIOLATED";
  return (await isStale(deps)) ? "STALE" : "OK";
}

/** Whether no incremental audit has succeeded for too long; a process waits for one from its start. */
export async function isStale({ audits, clock, config, startedAt }: StaleDeps): Promise<boolean> {
  const { lastSuccessAt = null } = (await audits.find("INCREMENTAL")) ?? {};
  const since = Math.max(lastSuccessAt?.getTime() ?? 0, startedAt.getTime());
  return clock.now().getTime() - since > config.read("ledger.audit_stale_minutes") * MINUTE;
}
