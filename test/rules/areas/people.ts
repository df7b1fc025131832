import { adminStepUp, getUser, listUsers, stepUp } from "#libs/contracts/account/index.ts";
import { listCreators } from "#libs/contracts/creator/index.ts";
import type { Area } from "../area.ts";

export const people: Area = {
  title: "People: users and staff",
  sections: [],
  groups: [
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
      contracts: [stepUp, adminStepUp],
      code: ["sign-in/prove-again.ts", "recent-proof.ts"],
      rules: {
        "STF-21": "Marked routes want a proof of at most `auth.step_up_minutes`; an older one is 403 `auth.step_up.required`.",
        "STF-22": "A wrong step-up is 400; the tenth of a session ends it, and other sessions of the person go on.",
        "STF-25":
          "A bearer token opens the administration for `auth.admin_session_hours` after the last proof; a step-up starts them anew.",
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
    "STF-01",
    "STF-02",
    "STF-03",
    "STF-04",
    "STF-05",
    "STF-06",
    "STF-07",
    "STF-08",
    "STF-09",
    "STF-10",
    "STF-11",
    "STF-12",
    "STF-13",
    "STF-16",
    "STF-19",
    "STF-20",
    "STF-23",
    "STF-24",
    "STF-26",
    "STF-27",
    "STF-28",
  ],
};
