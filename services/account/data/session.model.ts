import { DAY, SECOND } from "#libs/kernel/clock.ts";
import { defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { sessionFields } from "../domain/session.ts";

/** Longer than any access token lives: until then gateways must find the revocation. */
const RETENTION_SECONDS = DAY / SECOND;

export const sessions = defineCollection({
  name: "sessions",
  fields: sessionFields,
  indexes: [
    { name: "of_user", key: { userId: 1, revoked: 1, lastUsedAt: -1 } },
    { name: "browsers_of_user", key: { userId: 1, userAgentSummary: 1, country: 1 } },
    { name: "devices_of_user", key: { userId: 1, deviceHash: 1 } },
    { name: "revoked_since", key: { revokedAt: 1, _id: 1 }, partialFilterExpression: { revoked: true } },
    { name: "retention", key: { expiresAt: 1 }, expireAfterSeconds: RETENTION_SECONDS },
  ],
});
