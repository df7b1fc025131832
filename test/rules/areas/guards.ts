import { guardTripped, setKillSwitch, tripKillSwitch } from "#libs/contracts/config/index.ts";
import { exportLedger, getLedgerAudit, getTrialBalance, runLedgerAudit } from "#libs/contracts/wallet/index.ts";
import type { Area } from "../area.ts";

export const guards: Area = {
  title: "Audits of the books and what they switch off",
  sections: [],
  groups: [
    {
      code: ["provider-books/reconcile-provider.ts", "provider-books/find-explained.ts"],
      rules: {
        "GRD-07":
          "What a payment provider keeps is posted once; a movement that neither a cause here nor its undoing explains is M12, and switches nothing off.",
      },
    },
    {
      contracts: [getLedgerAudit, runLedgerAudit, exportLedger],
      code: ["ledger-audit.tsx", "audit/run-audits.ts", "audit/audit-moved-wallets.ts", "audit/audit-all-books.ts", "domain/chain.ts"],
      rules: {
        "GRD-01": "Finance staff see when each audit last read to the end, and start one; the look of a MODERATOR is 403.",
        "GRD-02":
          "A changed wallet is the finding M1 and a lost ledger row M2, with the rows; it counts once a second reading confirms it.",
        "GRD-08": "The work of an audit grows with what has moved; a full audit goes on where a killed process has stopped.",
      },
    },
    {
      contracts: [tripKillSwitch, setKillSwitch, guardTripped],
      code: ["audit/guard-books.ts", "changes/set-switch.ts"],
      rules: {
        "GRD-03": "A new finding switches off what it endangers, tells finance staff, and is published once; replies go on.",
        "GRD-04": "What a guard has switched off opens with a reason only, else 400; the same finding trips nothing again, a new one does.",
        "GRD-06":
          "Without an incremental audit for `ledger.audit_stale_minutes` of running the audit is STALE and PAYOUTS is switched off.",
      },
    },
    {
      contracts: [getTrialBalance],
      code: ["audit/read-balances.ts", "audit/follow-wallets.ts"],
      rules: {
        "GRD-05": "The trial balance is the sum of the whole ledger, and reads only those of its rows that no audit has followed.",
      },
    },
  ],
};
