import { Schema } from "mongoose";
import { DAY, SECOND } from "#libs/kernel/clock.ts";
import type { CollectionDefinition } from "#libs/platform/mongo/collection.ts";
import type { IssuedToken } from "../domain/refresh-chain.ts";
import type { Session } from "../domain/session.ts";

/** Longer than any access token lives: until then a revocation must be found. */
const RETENTION_SECONDS = DAY / SECOND;

const token = new Schema<IssuedToken>(
  { hash: { type: String, required: true }, replacedAt: { type: Date, default: null } },
  { _id: false },
);

const schema = new Schema<Session>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    tokens: { type: [token], required: true },
    rotation: { type: Number, required: true },
    deviceName: { type: String, default: null },
    userAgentSummary: { type: String, default: null },
    country: { type: String, default: null },
    createdAt: { type: Date, required: true },
    lastUsedAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    revoked: { type: Boolean, required: true },
    revokedAt: { type: Date, default: null },
    revokedReason: { type: String, default: null },
  },
  { versionKey: false, strict: "throw" },
);
schema.index({ userId: 1, revoked: 1, lastUsedAt: -1 }, { name: "of_user" });
schema.index({ revokedAt: 1, _id: 1 }, { name: "revoked_since", partialFilterExpression: { revoked: true } });
schema.index({ expiresAt: 1 }, { name: "retention", expireAfterSeconds: RETENTION_SECONDS });

export const sessions: CollectionDefinition<Session> = { name: "sessions", schema };
