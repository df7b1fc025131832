import { implement } from "#libs/contract-kit/implement.ts";
import { runLedgerAudit } from "#libs/contracts/wallet/ledger-audit.ts";
import type { Deps } from "../deps.ts";

/** POST /admin/ledger/audit/run: a job of this process begins within a second. */
export const runLedgerAuditAction = ({
  audit,
  auditRequests,
  clock,
  transaction,
}: Pick<Deps, "audit" | "auditRequests" | "clock" | "transaction">) =>
  implement(runLedgerAudit, async ({ params: { scope }, caller, requestId }) => {
    await transaction((tx) => audit.add(tx, { actor: caller.userId, action: "ledger.audit", target: scope, requestId }));
    auditRequests.add(scope);
    return { scope, requestedAt: clock.now().toISOString() };
  });
