import { completeOAuth, getUser, listUsers, register, resetPassword, startOAuth, verifyEmail } from "#libs/contracts/account/index.ts";
import { listAcceptances } from "#libs/contracts/content/index.ts";
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
      contracts: [listCreators],
      code: ["creator-list.store.ts"],
      rules: {
        "STF-18":
          "Creators are found by the beginning of the username, by status, level and identity check, by staff who may read creators.",
      },
    },
    {
      code: ["deploy/create-admin.ts", "sign-in/create-admin.ts", "store-file.ts"],
      rules: {
        "STF-23":
          "`npm run admin:create` makes an admin of a stopped or a running system, who signs in at once; its output has no password.",
        "STF-24":
          "`--print-password` makes a password of 20 characters or more; an existing account gets the new one and is verified, and its sessions end.",
      },
    },
    {
      code: ["env-or-exit.ts", "staff-password.ts"],
      rules: {
        "STF-26":
          "Production does not start with an `ADMIN_PASSWORD` that is common, or shorter than `auth.staff_password_min_length`: exit code 2.",
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
    "STF-21",
    "STF-22",
    "STF-25",
  ],
};

export const secondFactors: Area = {
  title: "People: second factors",
  sections: [],
  groups: [
    {
      contracts: [resetPassword],
      code: ["credential.store.ts", "sign-in/create-admin.ts"],
      rules: {
        "MFA-19":
          "A reset verifies the address: a stranger who registered it loses sessions and password; until then the account adds no money.",
      },
    },
  ],
  unused: [
    "MFA-01",
    "MFA-02",
    "MFA-03",
    "MFA-04",
    "MFA-05",
    "MFA-06",
    "MFA-07",
    "MFA-08",
    "MFA-09",
    "MFA-10",
    "MFA-11",
    "MFA-12",
    "MFA-13",
    "MFA-14",
    "MFA-15",
    "MFA-16",
    "MFA-17",
    "MFA-18",
  ],
};

export const signIn: Area = {
  title: "People: sign-in",
  sections: [],
  groups: [
    {
      contracts: [register, startOAuth, completeOAuth, listAcceptances],
      code: ["terms-consent.ts", "content/events/on-user-registered.ts", "agree-to-terms.tsx"],
      rules: {
        "SGN-10":
          "While terms are published a registration and a first sign-in elsewhere need consent, which is listed also after content was away.",
      },
    },
    {
      contracts: [verifyEmail],
      code: ["actions/verify-email.ts", "credential.store.ts"],
      rules: {
        "SGN-20": "The link of a mail, opened in another browser than the one that registered, verifies the address and signs nobody in.",
      },
    },
  ],
  unused: [
    "SGN-01",
    "SGN-02",
    "SGN-03",
    "SGN-04",
    "SGN-05",
    "SGN-06",
    "SGN-07",
    "SGN-08",
    "SGN-09",
    "SGN-11",
    "SGN-12",
    "SGN-13",
    "SGN-14",
    "SGN-15",
    "SGN-16",
    "SGN-17",
    "SGN-18",
    "SGN-19",
  ],
};
