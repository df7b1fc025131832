import { testProvider } from "#libs/contracts/account/admin.ts";
import { listRoles } from "#libs/contracts/account/roles.ts";
import {
  clearConfigCache,
  getConfigDomain,
  getConfigKey,
  getEffectiveConfig,
  listAdminTrail,
  listConfigAudit,
  listConfigDomains,
  listConfigHistory,
  listOrphans,
  listScopedConfig,
  resetConfigKey,
  resetScopedConfig,
  rollbackConfig,
  setConfigKey,
  setScopedConfig,
} from "#libs/contracts/config/index.ts";
import { listProviders } from "#libs/contracts/config/providers.ts";
import { createFlag, listFlags, listKillSwitches, setKillSwitch, toggleFlag } from "#libs/contracts/config/switches.ts";
import {
  createEndpoint,
  getEndpoint,
  listDeliveries,
  listEndpoints,
  listWebhookKinds,
  recoverDeliveries,
  removeEndpoint,
  retryDelivery,
  rotateSecret,
  testEndpoint,
  updateEndpoint,
} from "#libs/contracts/webhook/index.ts";
import { SYSTEMS } from "../parts/systems.ts";
import type { StaffRoute } from "../staff-route.ts";

const settings = {
  title: "page.settings.title",
  place: "/admin/settings",
  texts: "system",
  load: () => import("./settings/settings.tsx"),
} as const satisfies Partial<StaffRoute>;

const settingActions = [
  ...[listConfigDomains, getConfigDomain, listOrphans, listScopedConfig, getEffectiveConfig, listConfigHistory, listConfigAudit],
  ...[setConfigKey, resetConfigKey, setScopedConfig, resetScopedConfig, rollbackConfig],
];

/** Settings are found by a word of their keys, descriptions and values. */
const byWord = (typed: string) => (/^[\p{L}_. ]+$/u.test(typed) ? `/admin/settings?${new URLSearchParams({ search: typed })}` : null);

/** What the system does, and its connections to others. */
export const routes: readonly StaffRoute[] = [
  { path: "/admin/settings", group: "system", actions: [listConfigDomains, ...settingActions], searches: byWord, ...settings },
  {
    path: "/admin/settings/{key}",
    group: null,
    actions: [listConfigDomains, getConfigKey, ...settingActions],
    kinds: ["SETTING"],
    ...settings,
  },
  {
    path: "/admin/flags",
    title: "page.console.flags",
    group: "system",
    actions: [listFlags, createFlag, toggleFlag],
    texts: "system",
    load: () => import("./flags.tsx"),
  },
  {
    path: "/admin/switches",
    title: "page.console.allSwitches",
    group: "system",
    actions: [listKillSwitches, setKillSwitch],
    shows: Object.values(SYSTEMS),
    texts: "system",
    load: () => import("./switches.tsx"),
  },
  {
    path: "/admin/webhooks",
    title: "page.console.webhooks",
    group: "system",
    actions: [listEndpoints, createEndpoint, listWebhookKinds],
    texts: "system",
    load: () => import("./webhooks.tsx"),
  },
  {
    path: "/admin/webhooks/{endpointId}",
    title: "page.console.endpoint",
    group: null,
    actions: [
      ...([getEndpoint, listDeliveries, listWebhookKinds, retryDelivery] as const),
      ...[updateEndpoint, removeEndpoint, rotateSecret, testEndpoint, recoverDeliveries],
    ],
    kinds: ["ENDPOINT"],
    place: "/admin/webhooks/{endpointId}",
    texts: "system",
    load: () => import("./endpoint.tsx"),
  },
  {
    path: "/admin/system",
    title: "page.console.services",
    group: "system",
    actions: [listProviders, testProvider, clearConfigCache],
    texts: "system",
    load: () => import("./services.tsx"),
  },
  {
    path: "/admin/roles",
    title: "page.console.roles",
    group: "system",
    actions: [listRoles],
    texts: "system",
    load: () => import("./roles.tsx"),
  },
  {
    path: "/admin/audit",
    title: "page.console.audit",
    group: "system",
    actions: [listAdminTrail, listConfigAudit],
    texts: "system",
    load: () => import("./audit-staff.tsx"),
  },
  {
    path: "/admin/audit/settings",
    title: "page.console.audit",
    group: null,
    actions: [listConfigAudit, listConfigHistory, rollbackConfig],
    texts: "system",
    load: () => import("./audit-settings.tsx"),
  },
];
