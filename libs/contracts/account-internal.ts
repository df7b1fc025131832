import { action, event } from "#libs/contract-kit/contract.ts";
import type { Parsed } from "#libs/contract-kit/rules.ts";
import { REVOKED_REASONS, USER_STATUSES } from "./account-terms.ts";
import { DEFAULT_LOCALE, id, nullableText, timestamp, version } from "./shared.ts";

const askedUserId = { type: "string", max: 64 } as const;

const messagingParty = {
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

/** What messages and notifications depend on. `found` is false for nobody. */
export type MessagingParty = Parsed<{ party: typeof messagingParty }>["party"];

export const NOBODY: MessagingParty = {
  found: false,
  version: 0,
  status: null,
  emailVerified: false,
  username: null,
  displayName: null,
  avatarUrl: null,
  locale: DEFAULT_LOCALE,
};

/** What a service asks about a user. */
export const getMessagingParty = action({
  name: "account.getMessagingParty",
  summary: "The facts of a user that messages and notifications depend on",
  params: { userId: askedUserId },
  returns: messagingParty,
  errors: [],
});

/** What messaging asks about the users of a message or a page. */
export const getMessagingParties = action({
  name: "account.getMessagingParties",
  summary: "The same facts of up to 100 users, in the order of the ids",
  params: { userIds: { type: "array", items: askedUserId, max: 100 } },
  returns: { type: "object", props: { parties: { type: "array", items: messagingParty } } },
  errors: [],
});

/** First step of the upgrade saga: conditional on the user, the username and the claim (spec 4.3). */
export const claimCreatorIdentity = action({
  name: "account.claimCreatorIdentity",
  summary: "Reserve a username for a new creator and set the user's intent; repeatable with the same claim",
  params: {
    claimId: { type: "uuid" },
    userId: { type: "string", max: 64 },
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

/** Undo of {@link claimCreatorIdentity}: restores what the claim replaced; without effect when nothing was claimed. */
export const releaseCreatorIdentity = action({
  name: "account.releaseCreatorIdentity",
  summary: "Give back a claimed creator identity",
  params: { claimId: { type: "uuid" }, userId: { type: "string", max: 64 } },
  returns: null,
  errors: [],
});

/** Ends the saga: what the claim replaced is no longer kept. */
export const settleCreatorIdentity = action({
  name: "account.settleCreatorIdentity",
  summary: "Make a claimed creator identity final",
  params: { claimId: { type: "uuid" }, userId: { type: "string", max: 64 } },
  returns: null,
  errors: [],
});

/** Polled by every gateway. */
export const listRevokedSessions = action({
  name: "account.listRevokedSessions",
  summary: "Sessions revoked since an instant, as far as an access token may still be alive",
  params: {
    since: timestamp,
    after: { type: "string", max: 64, optional: true, description: "Goes on behind this session, the last of the answer before" },
  },
  returns: {
    type: "object",
    props: {
      asOf: timestamp,
      more: { type: "boolean", optional: true, description: "There are more of them: ask again, behind the last of these" },
      revoked: {
        type: "array",
        items: {
          type: "object",
          props: { sessionId: { type: "string" }, reason: { type: "enum", values: REVOKED_REASONS }, revokedAt: timestamp },
        },
      },
    },
  },
  errors: [],
});

export const userRegistered = event({
  name: "user.registered",
  summary: "A user has an account",
  payload: { userId: id, locale: { type: "string" } },
});

export const userChanged = event({
  name: "user.changed",
  summary: "Name, locale, picture or status of a user changed",
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
