import { getUser, listAllGdprRequests, listNames, setUserStatus } from "#libs/contracts/account/index.ts";
import { answerTicket, closeTicket, listTickets } from "#libs/contracts/content/index.ts";
import { getCreator, listCreators, setKycStatus } from "#libs/contracts/creator/index.ts";
import { listAppeals, listModerationQueue, listReports } from "#libs/contracts/messaging/index.ts";
import {
  approvePayout,
  failPayout,
  listAdjustments,
  listAdminPayouts,
  listAdminTransactions,
  listEscrows,
  setWalletFrozen,
} from "#libs/contracts/wallet/index.ts";
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
      contracts: [listAdminTransactions, setWalletFrozen],
      code: ["list-movements.ts", "list-admin-transactions.ts"],
      rules: {
        "CON-11": "Movements of a wallet equal the ledger, and each look is audited; a frozen wallet sends nothing until it is unfrozen.",
      },
    },
    {
      contracts: [getUser, setUserStatus],
      code: ["get-user.ts", "require-authority-over.ts", "user-case.tsx"],
      rules: {
        "CON-14": "Staff find a user by beginning or id; a suspension ends the sessions at once, of a colleague by a super admin only.",
      },
    },
    {
      contracts: [listCreators, getCreator, setKycStatus],
      code: ["creator-list.store.ts", "get-creator.ts", "domain/kyc.ts", "creator-case.tsx"],
      rules: {
        "CON-15":
          "Identity checks come longest waiting first; each names the steps that may follow, and its creator reads why it was refused.",
        "CON-16":
          "A creator names the statuses that may follow; a level is pinned, and an account that staff verified is on the public page.",
      },
    },
    {
      contracts: [answerTicket, closeTicket],
      code: ["staff-ticket.tsx"],
      rules: {
        "CON-29": "Staff see who asks beside a ticket; one that was closed meanwhile says so and keeps the text.",
      },
    },
  ],
  unused: [
    "CON-02",
    "CON-04",
    "CON-05",
    "CON-06",
    "CON-07",
    "CON-10",
    "CON-12",
    "CON-13",
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
    "CON-30",
    "CON-31",
    "CON-32",
    "CON-33",
  ],
};
