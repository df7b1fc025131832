import {
  acceptInvitation,
  adminStepUp,
  changePassword,
  deleteWithPassword,
  getUser,
  inviteStaff,
  listAdminSessions,
  listRoles,
  listStaff,
  listUserSessions,
  listUsers,
  removeStaff,
  requestDeletion,
  revokeAdminSession,
  revokeInvitation,
  revokeUserSessions,
  setStaffRoles,
  setUserStatus,
  stepUp,
} from "#libs/contracts/account/index.ts";
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
      code: ["deploy/create-admin.ts", "sign-in/create-admin.ts", "store-file.ts"],
      rules: {
        "STF-23":
          "`npm run admin:create` makes an admin of a stopped or a running system, who signs in at once; its output has no password.",
        "STF-24":
          "`--print-password` makes a password of 20 characters or more; an existing account gets the new one and is verified, its sessions end, and with `--reset-mfa` its second factors.",
      },
    },
    {
      code: ["env-or-exit.ts", "staff-password.ts"],
      rules: {
        "STF-26":
          "Production does not start with an `ADMIN_PASSWORD` that is common, or shorter than `auth.staff_password_min_length`: exit code 2.",
      },
    },
    {
      contracts: [inviteStaff],
      code: ["invite-staff.ts", "mail/render-mail.ts"],
      rules: {
        "STF-08":
          "A super admin invites a person who is not of the staff by one mail, which alone has the token; the invitation ends after `auth.staff_invitation_hours`.",
      },
    },
    {
      contracts: [acceptInvitation, revokeInvitation],
      code: ["accept-invitation.ts", "staff-invitation.store.ts", "on-staff-joined.ts"],
      rules: {
        "STF-09":
          "An invited person without account gets one with the roles and a verified address, and super admins are told; its password has `auth.staff_password_min_length` characters.",
        "STF-10":
          "The owner of an account accepts signed in and with a password; afterwards the sessions of before and sign-ins elsewhere are gone.",
        "STF-11":
          "An invitation works once, and not after it has expired, was revoked or replaced, or its sender is no super admin any more.",
      },
    },
    {
      contracts: [listStaff, setStaffRoles, removeStaff],
      code: ["change-roles.ts", "staff.store.ts"],
      rules: {
        "STF-12":
          "Changed or taken roles end all sessions of the colleague within two seconds; one’s own cannot be changed, and the audit log has roles and reason.",
      },
    },
    {
      contracts: [setStaffRoles, removeStaff, setUserStatus, requestDeletion],
      code: ["require-super-admin.ts", "staff.store.ts"],
      rules: { "STF-13": "The last active super admin stays, also when the last two take the role from each other at once." },
    },
    {
      contracts: [listUserSessions, revokeUserSessions],
      code: ["revoke-user-sessions.ts", "open-sessions-of.ts"],
      rules: {
        "STF-19":
          "Staff see the sessions of a user and end one or all of them, effective within two seconds; those of staff are ended by super admins only.",
      },
    },
    {
      contracts: [listAdminSessions, revokeAdminSession],
      code: ["list-admin-sessions.ts", "revoke-admin-session.ts"],
      rules: { "STF-20": "Staff see their own admin sessions, the current one marked, and end each of them." },
    },
    {
      code: ["people/staff-list.tsx", "people/user-sessions.tsx", "sign-in/accept-invitation.tsx"],
      rules: {
        "STF-28":
          "Staff are invited, get other roles, are signed out and removed by pages whose dialogs name the person; open tabs of a removed colleague end.",
      },
    },
    {
      contracts: [listUsers, getUser],
      code: ["user-list.store.ts", "get-user.ts"],
      rules: {
        "STF-14": "Users are found by the beginning of address or username, by status and role, by staff who may read users.",
        "STF-15": "Pages of users have each of them once while others register.",
        "STF-16": "Each search of users uses an index and reads about one page of them.",
        "STF-17": "The audit log records each search and each look at a user, and never the text that was looked for.",
      },
    },
    {
      contracts: [stepUp, adminStepUp, changePassword, deleteWithPassword],
      code: ["sign-in/prove-again.ts", "session-attempts.ts", "recent-proof.ts"],
      rules: {
        "STF-21": "Marked routes want a proof of at most `auth.step_up_minutes`; an older one is 403 `auth.step_up.required`.",
        "STF-22":
          "A wrong step-up is 400; the tenth of a session ends it, wrong passwords of other routes counted as well, and other sessions of the person go on.",
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
};
