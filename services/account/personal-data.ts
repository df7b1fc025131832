import type { Database } from "#libs/platform/mongo/database.ts";
import type { PersonalData, TreatedRows } from "#libs/platform/personal-data/personal-data.ts";
import { anonymized, erased, fields, retained } from "#libs/platform/personal-data/rows.ts";
import { anonymizedFacts, auditTrail, IMPERSONAL } from "#libs/platform/personal-data/shared-collections.ts";
import { adminSessions } from "./data/admin-session.store.ts";
import { challenges } from "./data/challenge.store.ts";
import { gdprExports } from "./data/gdpr-export.store.ts";
import { gdprRequests } from "./data/gdpr-request.model.ts";
import { heldChanges } from "./data/held-change.store.ts";
import { mailTokens } from "./data/mail-token.store.ts";
import { type OAuthIdentityDoc, oauthIdentities } from "./data/oauth-identity.store.ts";
import { images, type PictureDoc } from "./data/picture.store.ts";
import { type RecoveryCodesDoc, recoveryCodes } from "./data/recovery-code.store.ts";
import { HELD_BY_DELETION, type ReservedUsernameDoc, reservedUsernames } from "./data/reserved-username.store.ts";
import { type SecondFactorDoc, secondFactors } from "./data/second-factor.store.ts";
import { sessions } from "./data/session.model.ts";
import { staffInvitations } from "./data/staff-invitation.store.ts";
import { users } from "./data/user.model.ts";
import type { Deps } from "./deps.ts";
import type { AdminSession } from "./domain/admin-session.ts";
import type { GdprRequest } from "./domain/gdpr-request.ts";
import type { HeldChange } from "./domain/held-change.ts";
import type { Session } from "./domain/session.ts";
import type { StaffInvitation } from "./domain/staff-invitation.ts";
import { type AnonymizeDeps, anonymizeUser } from "./gdpr/anonymize-user.ts";
import { removeFiles } from "./pictures/avatar.ts";
import { userView } from "./views/user-view.ts";

type PersonalDataDeps = AnonymizeDeps & Pick<Deps, "storage">;

/** The personal data of the account service, and its treatment when an account is deleted. */
export function accountPersonalData(database: Database, deps: PersonalDataDeps): PersonalData {
  return {
    rows: [
      userRow(database, deps),
      pictureRows(database, deps),
      ...signInRows(database),
      ...usernameRows(database),
      ...gdprRows(database),
      anonymizedFacts(database, ["userId", "username"], ["userId", "displayName"], ["userId", "avatarUrl"]),
      auditTrail(database),
    ],
    impersonal: {
      ...IMPERSONAL,
      login_failures: "keyed hashes, for minutes",
      mail_counts: "keyed hashes, for an hour",
      staff_guard: "a number of changes, and keyed hashes of the addresses that operators have named",
      oauth_states: "sign-ins in progress, for minutes",
    },
  };
}

/** Comes first: afterwards the user cannot sign in and add rows to the other collections. */
function userRow(database: Database, deps: AnonymizeDeps): TreatedRows {
  const rows = database.collection(users);
  return {
    collection: rows.name,
    treatment: "ANONYMIZE",
    async show({ userId }, after) {
      const user = after === null ? await rows.findOne({ _id: userId }) : null;
      if (!user) return [];
      const { mailboxProvenAt, factorsChangedAt } = user;
      return [{ _id: userId, pieces: [{ ...userView(user), mailboxProvenAt, factorsChangedAt }] }];
    },
    treat: async (tx, { userId }) => ({ count: (await anonymizeUser(deps, tx, userId)) ? 1 : 0, more: false }),
  };
}

/** The files go first: when one stays, the row does too, and the next attempt finds it. */
function pictureRows(database: Database, deps: Pick<Deps, "storage">): TreatedRows {
  const rows = database.collection(images);
  const treated = erased(rows, ({ userId }) => ({ userId }), fields<PictureDoc>("hash", "createdAt", "goneAt"));
  return {
    ...treated,
    async treat(tx, subject, limit) {
      for (const picture of await rows.find({ userId: subject.userId }, { tx, limit })) await removeFiles(deps, picture);
      return treated.treat(tx, subject, limit);
    },
  };
}

function signInRows(database: Database): PersonalData["rows"] {
  return [
    // The session itself stays until its access token has expired, so that the token is refused.
    anonymized(
      database.collection(sessions),
      ({ userId }) => ({ userId, "tokens.0": { $exists: true } }),
      { $set: { tokens: [], deviceName: null, userAgentSummary: null, country: null }, $unset: { deviceHash: 1 } },
      fields<Session>("deviceName", "userAgentSummary", "country", "createdAt", "lastUsedAt", "expiresAt", "revoked"),
    ),
    erased(
      database.collection(adminSessions),
      ({ userId }) => ({ userId }),
      fields<AdminSession>("userAgentSummary", "country", "createdAt", "lastUsedAt", "expiresAt", "revoked"),
    ),
    erased(database.collection(oauthIdentities), ({ userId }) => ({ userId }), fields<OAuthIdentityDoc>("provider", "createdAt")),
    erased(
      database.collection(secondFactors),
      ({ userId }) => ({ userId }),
      fields<SecondFactorDoc>("kind", "name", "createdAt", "lastUsedAt"),
    ),
    erased(database.collection(recoveryCodes), ({ userId }) => ({ _id: userId }), fields<RecoveryCodesDoc>("createdAt")),
    erased(database.collection(challenges), ({ userId }) => ({ userId })),
    erased(database.collection(mailTokens), ({ userId }) => ({ userId })),
    erased(
      database.collection(staffInvitations),
      ({ userId }) => ({ acceptedBy: userId }),
      fields<StaffInvitation>("email", "roles", "createdAt"),
    ),
    erased(database.collection(staffInvitations), ({ userId }) => ({ invitedBy: userId }), fields<StaffInvitation>("roles", "createdAt")),
    erased(database.collection(heldChanges), ({ userId }) => ({ userId }), fields<HeldChange>("kind", "newEmail", "askedAt", "dueAt")),
  ];
}

function usernameRows(database: Database): PersonalData["rows"] {
  const holds = database.collection(reservedUsernames);
  return [
    erased(
      holds,
      ({ userId }) => ({ userId, claimId: { $ne: HELD_BY_DELETION } }),
      ({ _id, heldUntil }: ReservedUsernameDoc) => ({ username: _id, heldUntil }),
    ),
    retained(holds, "PROTECTION_FROM_IMPERSONATION", ({ userId }) => ({ userId, claimId: HELD_BY_DELETION })),
  ];
}

function gdprRows(database: Database): PersonalData["rows"] {
  return [
    erased(database.collection(gdprExports), ({ userId }) => ({ userId })),
    retained(
      database.collection(gdprRequests),
      "ACCOUNTABILITY",
      ({ userId }) => ({ userId }),
      fields<GdprRequest>("type", "status", "createdAt", "scheduledAt", "endedAt"),
    ),
  ];
}
