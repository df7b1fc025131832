import { getUser, listRoles, listUsers } from "#libs/contracts/account/index.ts";
import { resetConfigKey, resetScopedConfig, rollbackConfig, setConfigKey, setScopedConfig } from "#libs/contracts/config/index.ts";
import { listCreators } from "#libs/contracts/creator/index.ts";
import type { Area } from "../area.ts";

export const people: Area = {
  title: "People: users and staff",
  sections: [],
  groups: [
    {
      contracts: [listRoles],
      code: ["libs/policies/roles.ts", "policies/permissions.ts"],
      rules: {
        "STF-01":
          "Staff read what each role may do and which routes each permission opens; a super admin has all permissions, an admin all but two.",
        "STF-02": "A moderator judges messages and identities, reads users and creators, and changes no account.",
        "STF-03": "Finance staff move money and review identities, and read neither settings nor the audit log.",
        "STF-04": "Support answers tickets, ends sessions and reads privacy requests, and neither reads webhooks nor changes an account.",
        "STF-05": "An editor writes help articles and the settings of legal texts, and no other setting.",
        "STF-06": "An analyst reads settings, audit log, creators, moderation and money, and no users.",
        "STF-07": "Each role is let in by exactly the routes of its permissions; every other route of the staff answers 403.",
      },
    },
    {
      contracts: [setConfigKey, setScopedConfig, resetConfigKey, resetScopedConfig, rollbackConfig],
      code: ["policies/setting-access.ts", "require-access.ts"],
      rules: {
        "STF-27": "Settings of sign-in and providers are changed by those who manage staff only, in every way.",
      },
    },
    {
      contracts: [listUsers, getUser],
      code: ["user-list.store.ts", "get-user.ts"],
      rules: {
        "STF-14": "Users are found by the beginning of address or username, by status and role, by staff who may read users.",
        "STF-15": "Pages of users have each of them once while others register.",
        "STF-17": "The audit log records each search and each look at a user, and never the text that was looked for.",
      },
    },
    {
      contracts: [listCreators],
      code: ["creator-list.store.ts"],
      rules: {
        "STF-18":
          "Creators are found by the beginning of the username, by status, level and identity check, by staff who may read creators.",
      },
    },
  ],
  unused: [
    "STF-08",
    "STF-09",
    "STF-10",
    "STF-11",
    "STF-12",
    "STF-13",
    "STF-16",
    "STF-19",
    "STF-20",
    "STF-21",
    "STF-22",
    "STF-23",
    "STF-24",
    "STF-25",
    "STF-26",
  ],
};
