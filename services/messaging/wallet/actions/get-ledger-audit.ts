import { implement } from "#libs/contract-kit/implement.ts";
import { getLedgerAudit, MAX_FINDINGS } from "#libs/contracts/wallet/ledger-audit.ts";
import { auditStatusOf } from "../audit/audit-status.ts";
import type { Deps } from "../deps.ts";
import { findingView } from "../views/finding-view.ts";

/** GET /admin/ledger/audit. */
export const getLedgerAuditAction = (deps: Pick<Deps, "audits" | "clock" | "config" | "findings" | "startedAt">) =>
  implement(getLedgerAudit, async () => {
    const { audits, findings } = deps;
    const [status, incremental, full, standing] = await Promise.all([
      auditStatusOf(deps),
      audits.find("INCREMENTAL"),
      audits.find("FULL"),
      findings.listStanding(MAX_FINDINGS),
    ]);
    return {
      status,
      incremental: { lastSuccessAt: textOf(incremental?.lastSuccessAt) },
      full: { lastSuccessAt: textOf(full?.lastSuccessAt), startedAt: textOf(full?.startedAt) },
      findings: standing.map(findingView),
    };
  });

const textOf = (instant: Date | undefined): string | null => instant?.toISOString() ?? null;
