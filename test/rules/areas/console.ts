import { getOverview, lookUp, streamOverview } from "#libs/contracts/config/index.ts";
import { decideAppeal, decideModeration } from "#libs/contracts/messaging/index.ts";
import { approvePayout, settleUnclaimed } from "#libs/contracts/wallet/index.ts";
import type { Area } from "../area.ts";

export const staffConsole: Area = {
  title: "Pages for staff: the console",
  sections: [],
  groups: [
    {
      code: ["console.tsx", "today.tsx", "denied.tsx", "staff/index.ts"],
      rules: {
        "CNS-07": "Each role sees its own parts of the console only; a page that is opened directly names the permission that is missing.",
      },
    },
    {
      code: ["csv-params.ts", "csv-table.ts", "send-table.ts", "audited-export.ts", "kernel/csv.ts"],
      rules: {
        "CNS-13":
          "Lists are downloaded whole as CSV with the permission of the list, audited for staff, and spreadsheets run nothing in it.",
      },
    },
    {
      contracts: [getOverview, lookUp],
      code: ["console-overview.ts", "backlogs.ts", "alarms-view.ts", "staff-reads.ts"],
      rules: {
        "CNS-01": "The overview names all queues by permission, and an alarm about the ledger within a minute.",
      },
    },
    {
      contracts: [streamOverview],
      code: ["overview-watch.ts", "streams.ts", "stream-session.ts", "acted-on.ts"],
      rules: {
        "CNS-10": "The stream of the console needs a session, has a limit, and ends with its session.",
      },
    },
    {
      code: ["go-to.tsx"],
      rules: {
        "CNS-11": "Everything with an id, a key or a name is opened by typing it, as far as one may see it.",
      },
    },
    {
      code: ["setting-form.tsx", "setting-field.tsx", "change-row.tsx", "unless-changed.ts"],
      rules: {
        "CNS-03": "A setting out of range is refused at its field; one in range is saved and rolled back, and both are audited.",
        "CNS-05": "A setting that was changed meanwhile shows both values, and nothing is lost.",
      },
    },
    {
      code: ["deliveries.tsx"],
      rules: { "CNS-09": "A delivery shows its attempts as text, and can be sent again." },
    },
    {
      code: ["parts/live.ts", "case-list.tsx"],
      rules: {
        "CNS-02": "A decision of a colleague marks its row at once, which keeps its place; new cases wait behind a button.",
      },
    },
    {
      contracts: [decideModeration, decideAppeal],
      code: ["held-case.tsx", "appeal-case.tsx"],
      rules: {
        "CNS-08": "A held-back message is refused, appealed and reversed by another moderator than the first, who reads why.",
      },
    },
    {
      contracts: [decideModeration],
      code: ["parts/selection.ts", "parts/send-each.ts", "parts/decide-many.tsx", "held-together.tsx"],
      rules: {
        "CNS-12": "Several cases of one rule are decided in one go, each with its own line in the audit log.",
      },
    },
    {
      code: ["staff/index.ts"],
      notBuilt: "Its page is not built yet.",
      rules: {
        "CNS-04": "A setting is saved only after a preview of that very value, which changes nothing.",
      },
    },
    {
      contracts: [approvePayout],
      code: ["payout-case.tsx", "payouts-together.tsx"],
      rules: {
        "CNS-06": "A payout below the threshold is paid by one person; from it on the first has no second button.",
      },
    },
    {
      contracts: [settleUnclaimed],
      code: ["unclaimed-case.tsx", "unclaimed-list.tsx", "chargeback-list.tsx", "refund-list.tsx"],
      rules: {
        "CNS-14": "Top-ups in review, refunds, chargebacks and unclaimed money are found and settled by pages.",
      },
    },
  ],
};
