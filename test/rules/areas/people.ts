import {
  acceptInvitation,
  getUser,
  inviteStaff,
  listAdminSessions,
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
} from "#libs/contracts/account/index.ts";
import { listCreators } from "#libs/contracts/creator/index.ts";
import type { Area } from "../area.ts";

export const people: Area = {
  title: "People: users and staff",
  sections: [],
  groups: [
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
    ...(["STF-01", "STF-02", "STF-03", "STF-04", "STF-05", "STF-06", "STF-07", "STF-16"] as const),
    ...(["STF-21", "STF-22", "STF-23", "STF-24", "STF-25", "STF-26", "STF-27"] as const),
  ],
};
