import { listAllGdprRequests, listNames } from "#libs/contracts/account/index.ts";
import { listTickets } from "#libs/contracts/content/index.ts";
import {
  createModerationRule,
  getModeratedMessage,
  listAppeals,
  listModerationQueue,
  listModerationRules,
  listReports,
  resolveReport,
  updateModerationRule,
} from "#libs/contracts/messaging/index.ts";
import { approvePayout, failPayout, listAdjustments, listAdminPayouts, listEscrows } from "#libs/contracts/wallet/index.ts";
import type { Area } from "../area.ts";

export const staffLists: Area = {
  title: "The work of staff: lists, cases and decisions",
  sections: [],
  groups: [
    {
      contracts: [
        listAdminPayouts,
        listAdjustments,
        listEscrows,
        listReports,
        listAppeals,
        listModerationQueue,
        listTickets,
        listAllGdprRequests,
      ],
      code: ["find-page.ts"],
      rules: {
        "CON-18": "Lists for staff are narrowed by id, person or message, alone and together; their order stays, and an index serves each.",
      },
    },
    {
      contracts: [listNames],
      code: ["list-names.ts"],
      rules: {
        "CON-17": "One call names the users of a list, for staff who may read users; colleagues have names for all staff.",
      },
    },
    {
      code: ["staff/index.ts", "staff-route.ts"],
      rules: {
        "CON-01": "Each route of staff is called by a page of the console; those without a page yet are listed, and the list only shrinks.",
      },
    },
    {
      code: ["parts/staff.ts", "staff-route.ts"],
      rules: {
        "CON-02": "Staff see the entries and controls of their own permissions, all of them and no other.",
      },
    },
    {
      code: ["staff-session.ts", "sign-in-again.tsx"],
      rules: {
        "CON-31": "When a session ends, staff sign in above the page and what was typed stays; a role that was taken is named.",
      },
    },
    {
      code: ["parts/live.ts", "use-looking.ts"],
      rules: {
        "CON-32": "A console that is left alone does not prolong its session; keys and pointer do.",
        "CON-33": "A page for staff opens with at most four calls, and asks for nothing by itself.",
      },
    },
    {
      code: ["frame/keys.ts"],
      rules: {
        "CON-03": "Cases are decided one after the other by keys alone, and the focus is never lost.",
      },
    },
    {
      code: ["cases.tsx", "case-list.tsx", "use-query.tsx"],
      rules: {
        "CON-34": "A list for staff says why it is empty or what failed, and leads back to the row that was open.",
      },
    },
    {
      contracts: [approvePayout, failPayout],
      code: ["decision.tsx", "payout-case.tsx"],
      rules: {
        "CON-08": "A payout is refused with a reason that its creator reads; the money is back, and a double click acts once.",
        "CON-09": "A payout that cannot be approved says why in its dialog and stays as it was; one's own has no buttons.",
      },
    },
    {
      contracts: [getModeratedMessage],
      code: ["message-text.tsx", "matches.ts", "word-places.ts"],
      rules: {
        "CON-04": "The text of a message is asked for by Show text alone, recorded once, and leaves the page with its case.",
      },
    },
    {
      contracts: [resolveReport],
      code: ["held-case.tsx", "report-case.tsx"],
      rules: {
        "CON-05": "Moderators read why they cannot decide about a case of their own, and have no button for it.",
        "CON-06": "A report shows message and reply on demand; how it ends is told to the reporter and recorded.",
      },
    },
    {
      contracts: [listModerationRules, createModerationRule, updateModerationRule],
      code: ["rule-list.tsx", "rule-case.tsx", "rule-form.tsx", "new-rule.tsx"],
      rules: {
        "CON-07": "A rule says how many messages it holds back; a bad pattern is refused at its field; switching off is undone.",
      },
    },
  ],
  unused: [
    "CON-10",
    "CON-11",
    "CON-12",
    "CON-13",
    "CON-14",
    "CON-15",
    "CON-16",
    "CON-19",
    "CON-20",
    "CON-21",
    "CON-22",
    "CON-23",
    "CON-24",
    "CON-25",
    "CON-26",
    "CON-27",
    "CON-28",
    "CON-29",
    "CON-30",
  ],
};
