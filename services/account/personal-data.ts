import type { Connection } from "mongoose";
import type { PersonalData, TreatedRows } from "#libs/personal-data/personal-data.ts";
import { anonymised, erased, fields, retained } from "#libs/personal-data/rows.ts";
import { auditTrail, IMPERSONAL, namesInFacts } from "#libs/personal-data/shared-collections.ts";
import { adminSessionModel } from "./data/admin-session.store.ts";
import { gdprExportModel } from "./data/gdpr-export.model.ts";
import { gdprRequestModel } from "./data/gdpr-request.model.ts";
import { mailTokenModel } from "./data/mail-token.store.ts";
import { type OAuthIdentity, oauthIdentityModel } from "./data/oauth-identity.store.ts";
import { HELD_BY_DELETION, reservedUsernameModel, type UsernameHold } from "./data/reserved-username.store.ts";
import { sessionModel } from "./data/session.model.ts";
import { userModel } from "./data/user.model.ts";
import type { AdminSession } from "./domain/admin-session.ts";
import type { GdprRequest } from "./domain/gdpr-request.ts";
import type { Session } from "./domain/session.ts";
import type { User } from "./domain/user.ts";
import { userView } from "./domain/user-view.ts";
import { type BurialDeps, buryUser } from "./gdpr/bury-user.ts";

/** What this service knows about people, and what becomes of it when their account is deleted. */
export function accountPersonalData(connection: Connection, deps: BurialDeps): PersonalData {
  return {
    rows: [
      formerUser(connection, deps),
      ...signInRows(connection),
      namesInFacts(connection, ["userId", "username"], ["userId", "displayName"], ["userId", "avatarUrl"]),
      auditTrail(connection),
    ],
    impersonal: {
      ...IMPERSONAL,
      login_failures: "keyed hashes, for minutes",
      mail_counts: "keyed hashes, for an hour",
      oauth_states: "sign-ins that have not come back, for minutes",
    },
  };
}

/** Comes first: from then on nobody signs in, so that nothing is added to what is erased after it. */
function formerUser(connection: Connection, deps: BurialDeps): TreatedRows {
  const users = userModel(connection);
  return {
    collection: users.collection.collectionName,
    treatment: "ANONYMISE",
    async show({ userId }, after) {
      const user = after === null ? await users.findById(userId).lean<User>() : null;
      return user ? [{ _id: userId, pieces: [userView(user)] }] : [];
    },
    treat: async (tx, { userId }) => ({ count: (await buryUser(deps, tx, userId)) ? 1 : 0, more: false }),
  };
}

function signInRows(connection: Connection): PersonalData["rows"] {
  return [
    // The bare session has to outlive its access token, which must stay refused.
    anonymised(
      sessionModel(connection),
      ({ userId }) => ({ userId, "tokens.0": { $exists: true } }),
      { $set: { tokens: [], deviceName: null, userAgentSummary: null, country: null } },
      fields<Session>("deviceName", "userAgentSummary", "country", "createdAt", "lastUsedAt", "expiresAt", "revoked"),
    ),
    erased(
      adminSessionModel(connection),
      ({ userId }) => ({ userId }),
      fields<AdminSession>("createdAt", "lastUsedAt", "expiresAt", "revoked"),
    ),
    erased(oauthIdentityModel(connection), ({ userId }) => ({ userId }), fields<OAuthIdentity>("provider", "createdAt")),
    erased(mailTokenModel(connection), ({ userId }) => ({ userId })),
    erased(
      reservedUsernameModel(connection),
      ({ userId }) => ({ userId, claimId: { $ne: HELD_BY_DELETION } }),
      ({ _id, heldUntil }: UsernameHold) => ({ username: _id, heldUntil }),
    ),
    retained(reservedUsernameModel(connection), "PROTECTION_FROM_IMPERSONATION", ({ userId }) => ({ userId, claimId: HELD_BY_DELETION })),
    erased(gdprExportModel(connection), ({ userId }) => ({ userId })),
    retained(
      gdprRequestModel(connection),
      "ACCOUNTABILITY",
      ({ userId }) => ({ userId }),
      fields<GdprRequest>("type", "status", "createdAt", "scheduledAt", "endedAt"),
    ),
  ];
}
