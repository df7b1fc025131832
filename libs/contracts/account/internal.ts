import { action, event } from "#libs/contract-kit/contract.ts";
import type { Parsed } from "#libs/contract-kit/rules.ts";
import { ALARM_NAMES } from "#libs/policies/alarms.ts";
import { PERMISSIONS } from "#libs/policies/permissions.ts";
import { DEFAULT_LOCALE, id, nullableText, timestamp, version } from "../shared.ts";
import { REVOKED_REASONS, SECURITY_EVENTS, USER_STATUSES } from "./terms.ts";

/** Revoked sessions in one answer. */
export const REVOKED_PAGE_SIZE = 4_000;

const userId = { type: "string", max: 64 } as const;

const userSummary = {
  type: "object",
  props: {
    found: { type: "boolean" },
    version,
    status: { type: "enum", values: USER_STATUSES, nullable: true },
    emailVerified: { type: "boolean" },
    username: nullableText,
    displayName: nullableText,
    avatarUrl: nullableText,
    locale: { type: "string" },
  },
} as const;

/** A user as other services see it. */
export type UserSummary = Parsed<{ summary: typeof userSummary }>["summary"];

/** The summary of an id without a user. */
export const UNKNOWN_USER: UserSummary = {
  found: false,
  version: 0,
  status: null,
  emailVerified: false,
  username: null,
  displayName: null,
  avatarUrl: null,
  locale: DEFAULT_LOCALE,
};

export const getUserSummary = action({
  name: "account.getUserSummary",
  summary: "Status, names and locale of a user",
  params: { userId },
  returns: userSummary,
  errors: [],
});

export const getUserSummaries = action({
  name: "account.getUserSummaries",
  summary: "Status, names and locale of up to 100 users, in the order of the ids",
  params: { userIds: { type: "array", items: userId, max: 100 } },
  returns: { type: "object", props: { parties: { type: "array", items: userSummary, max: 100 } } },
  errors: [],
});

/** The addresses at which notification reaches a user outside the application. */
export const getContact = action({
  name: "account.getContact",
  batchable: true,
  summary: "Address, language and time zone of a user",
  params: { userId },
  returns: {
    type: "object",
    props: {
      found: { type: "boolean" },
      email: nullableText,
      emailVerified: { type: "boolean" },
      phone: { ...nullableText, description: "In E.164 form; always null, because users cannot enter one yet" },
      locale: { type: "string" },
      timezone: { ...nullableText, description: "A name of the IANA database" },
    },
  },
  errors: [],
});

export const findVerifiedUser = action({
  name: "account.findVerifiedUser",
  summary: "The user with a verified email address; null for an unverified one",
  params: { email: { type: "string", max: 254 } },
  returns: { type: "object", props: { userId: { ...id, nullable: true } } },
  errors: [],
});

export const sharesDevice = action({
  name: "account.sharesDevice",
  summary: "Whether two users have signed in on one device",
  params: { userId, otherUserId: userId },
  returns: { type: "object", props: { shares: { type: "boolean" } } },
  errors: [],
});

/** The first step of the upgrade saga (spec 4.3). */
export const claimCreatorIdentity = action({
  name: "account.claimCreatorIdentity",
  summary: "Claim a username for a new creator and set the user's intent; repeatable with the same claim",
  params: {
    claimId: { type: "uuid" },
    userId,
    username: { type: "string", max: 100, optional: true },
    displayName: { type: "string", max: 100, optional: true },
  },
  returns: { type: "object", props: { username: { type: "string" }, displayName: nullableText } },
  errors: [
    "creator.upgrade.user_not_found",
    "creator.upgrade.already_creator",
    "creator.upgrade.username_required",
    "creator.upgrade.username_unavailable",
  ],
});

/** Undoes {@link claimCreatorIdentity} and restores the state before the claim. A claim with this id that arrives later is refused. */
export const releaseCreatorIdentity = action({
  name: "account.releaseCreatorIdentity",
  summary: "Release a claimed creator identity",
  params: { claimId: { type: "uuid" }, userId },
  returns: null,
  errors: [],
});

/** The last step of the saga: deletes the stored state from before the claim. */
export const settleCreatorIdentity = action({
  name: "account.settleCreatorIdentity",
  summary: "Make a claimed creator identity final",
  params: { claimId: { type: "uuid" }, userId },
  returns: null,
  errors: [],
});

/** Every gateway calls this when there may be more; see `hint.revocation-count`. */
export const listRevokedSessions = action({
  name: "account.listRevokedSessions",
  summary: "Sessions revoked since an instant whose access token may still be valid",
  params: {
    since: timestamp,
    after: { type: "string", max: 64, optional: true, description: "Id of the last session of the page before" },
  },
  returns: {
    type: "object",
    props: {
      asOf: timestamp,
      more: { type: "boolean", optional: true, description: "Whether there is a further page" },
      revoked: {
        type: "array",
        max: REVOKED_PAGE_SIZE,
        items: {
          type: "object",
          props: { sessionId: { type: "string" }, reason: { type: "enum", values: REVOKED_REASONS }, revokedAt: timestamp },
        },
      },
    },
  },
  errors: [],
});

export const sendAlarmMail = action({
  name: "account.sendAlarmMail",
  summary: "Write about an alarm to everybody who may read the audit log",
  params: {
    alarm: { type: "enum", values: ALARM_NAMES },
    process: { type: "string", max: 64 },
    value: { type: "number" },
    threshold: { type: "number" },
    since: timestamp,
  },
  returns: { type: "object", props: { recipients: { type: "number", integer: true } } },
  errors: [],
});

/** Staff of one permission. */
export const MAX_STAFF = 100;

export const listStaffIds = action({
  name: "account.listStaffIds",
  summary: "The staff who have a permission",
  params: { permission: { type: "enum", values: PERMISSIONS } },
  returns: { type: "object", props: { userIds: { type: "array", items: { type: "string" }, max: MAX_STAFF } } },
  errors: [],
});

export const userRegistered = event({
  name: "user.registered",
  owner: "account",
  summary: "An account was created",
  public: { fields: ["userId"] },
  payload: {
    userId: id,
    locale: { type: "string" },
    acceptedTerms: { ...timestamp, optional: true, description: "The `lastUpdated` of the terms that the user has accepted" },
  },
});

export const userSecurityEvent = event({
  name: "user.security_event",
  owner: "account",
  summary: "What guards an account has changed in a way that somebody else could have caused",
  payload: {
    userId: id,
    kind: { type: "enum", values: SECURITY_EVENTS },
    at: timestamp,
    since: { ...timestamp, optional: true, description: "EMAIL_UNDONE: when another address was first asked for" },
  },
});

export const sessionOpened = event({
  name: "session.opened",
  owner: "account",
  summary: "A user who has signed in before has begun to do so on a new device",
  payload: { userId: id, sessionId: id, at: timestamp },
});

export const userChanged = event({
  name: "user.changed",
  owner: "account",
  summary: "Name, locale, picture or status of a user has changed",
  public: { fields: ["userId", "version", "status", "changedAt"] },
  payload: {
    userId: id,
    version,
    status: { type: "enum", values: USER_STATUSES },
    locale: { type: "string" },
    username: nullableText,
    displayName: nullableText,
    avatarUrl: nullableText,
    changedAt: timestamp,
  },
});
