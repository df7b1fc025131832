import { listAllGdprRequests, listNames, testProvider } from "#libs/contracts/account/index.ts";
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
import { listTickets } from "#libs/contracts/content/index.ts";
import { listAppeals, listModerationQueue, listReports } from "#libs/contracts/messaging/index.ts";
import { approvePayout, failPayout, listAdjustments, listAdminPayouts, listEscrows } from "#libs/contracts/wallet/index.ts";
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
        "CON-27": "The audit is filtered by its address; a line leads to its object, and a change of a setting is rolled back.",
      },
    },
    {
      contracts: [createEndpoint, rotateSecret, testEndpoint, removeEndpoint, recoverDeliveries],
      code: ["webhooks.tsx", "endpoint-secret.tsx", "endpoint-actions.tsx", "deliveries.tsx"],
      rules: {
        "CON-24": "A new secret of an endpoint is shown once; endpoints are tested, changed, switched off and deleted.",
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
    "CON-11",
    "CON-12",
    "CON-13",
    "CON-14",
    "CON-15",
    "CON-16",
    "CON-25",
    "CON-26",
    "CON-28",
    "CON-29",
    "CON-30",
    "CON-31",
    "CON-32",
    "CON-33",
  ],
};
