import { getUser, listAllGdprRequests, listNames, setUserStatus, testProvider } from "#libs/contracts/account/index.ts";
import {
  clearConfigCache,
  createFlag,
  getEffectiveConfig,
  listAdminTrail,
  listConfigAudit,
  listOrphans,
  resetScopedConfig,
  setConfigKey,
  setKillSwitch,
  setScopedConfig,
  toggleFlag,
} from "#libs/contracts/config/index.ts";
import {
  answerTicket,
  closeTicket,
  createHelpArticle,
  listLegalVersions,
  listTickets,
  removeHelpArticle,
  removeHelpCategory,
  updateHelpArticle,
  updateHelpCategory,
} from "#libs/contracts/content/index.ts";
import { getCreator, listCreators, setKycStatus } from "#libs/contracts/creator/index.ts";
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
import {
  approveAdjustment,
  approvePayout,
  failPayout,
  getTrialBalance,
  listAdjustments,
  listAdminPayouts,
  listAdminTransactions,
  listEscrows,
  proposeAdjustment,
  rejectAdjustment,
  setWalletFrozen,
} from "#libs/contracts/wallet/index.ts";
import { createEndpoint, recoverDeliveries, removeEndpoint, rotateSecret, testEndpoint } from "#libs/contracts/webhook/index.ts";
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
        "CON-18":
          "Lists for staff are narrowed by id, person, message, status or category, alone and together; their order stays, and an index serves each.",
      },
    },
    {
      contracts: [listNames],
      code: ["list-names.ts"],
      rules: {
        "CON-17":
          "One call names the users of a list, for staff who may read users; colleagues have names for all staff, and are found by address.",
      },
    },
    {
      code: ["staff/index.ts", "staff-route.ts"],
      rules: {
        "CON-01": "Each route of staff is called by a page of the console.",
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
        "CON-35": "A page for staff has room for long names and foreign texts, in both directions and schemes.",
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
      contracts: [proposeAdjustment, approveAdjustment, rejectAdjustment],
      code: ["correction-case.tsx", "wallet-actions.tsx"],
      rules: {
        "CON-10": "A correction shows the balance before and after; its proposer may only withdraw it, and a colleague books it once.",
      },
    },
    {
      contracts: [listEscrows],
      code: ["escrows.tsx"],
      rules: {
        "CON-12": "Escrows are narrowed to one message or one person, and name both persons with the way to each.",
      },
    },
    {
      contracts: [getTrialBalance],
      code: ["ledger.tsx"],
      rules: {
        "CON-13": "The pages of the ledger show each account once with the sums of all, and say in words when these differ.",
      },
    },
    {
      contracts: [setConfigKey, setScopedConfig, resetScopedConfig, getEffectiveConfig, listOrphans],
      code: ["settings/settings.tsx", "setting-case.tsx", "setting-form.tsx", "setting-scopes.tsx", "setting-value.tsx"],
      rules: {
        "CON-19": "A value for one platform, region or tier is added and removed; scopes that the key lacks are not offered.",
        "CON-20": "A secret value is never in a page, its address or its history; what only the environment sets has no field.",
      },
    },
    {
      contracts: [createFlag, toggleFlag, setKillSwitch],
      code: ["flags.tsx", "switches.tsx", "switched-routes.ts"],
      rules: {
        "CON-21": "A flag is made, switched and undone, each with a line of the audit.",
        "CON-22": "The dialog of a switch names the routes that will answer 503, and switching off needs a reason.",
      },
    },
    {
      contracts: [testProvider, clearConfigCache, listAdminTrail, listConfigAudit],
      code: ["services.tsx", "audit-page.tsx", "change-row.tsx"],
      rules: {
        "CON-23": "A test says in words whether a service works; missing settings lead to their pages; super admins clear the cache.",
        "CON-27":
          "The audit says in words what staff did; it is filtered by its address, leads to its objects, and rolls back changes of settings.",
      },
    },
    {
      contracts: [createEndpoint, rotateSecret, testEndpoint, removeEndpoint, recoverDeliveries],
      code: ["webhooks.tsx", "endpoint-secret.tsx", "endpoint-actions.tsx", "deliveries.tsx"],
      rules: {
        "CON-24": "A new secret of an endpoint is shown once; endpoints are tested, changed, switched off and deleted.",
      },
    },
    {
      contracts: [createHelpArticle, updateHelpArticle, updateHelpCategory, removeHelpArticle, removeHelpCategory],
      code: ["article-case.tsx", "use-editing.ts", "stored-html.tsx", "categories.tsx"],
      rules: {
        "CON-25":
          "An article is drafted, previewed and published by a page; what a colleague saved meanwhile is shown, and nothing is sent over it.",
      },
    },
    {
      contracts: [listLegalVersions, setConfigKey],
      code: ["publish-legal.tsx", "staff/content/legal.tsx"],
      rules: {
        "CON-26": "An editor, or who may change settings, publishes a legal text as a further version with its dated text.",
      },
    },
    {
      contracts: [listAllGdprRequests],
      code: ["erasure-receipt.tsx", "privacy/requests.tsx"],
      rules: {
        "CON-28": "A completed deletion shows its receipt by service with the ground of what is retained; requests are found by person.",
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
    {
      code: ["ui/form/use-key.ts", "unless-changed.ts"],
      rules: {
        "CON-30": "A write of staff whose answer is lost has one effect when it is sent again.",
      },
    },
  ],
};
