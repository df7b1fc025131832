import { Schema } from "mongoose";
import type { CollectionDefinition } from "#libs/platform/mongo/collection.ts";
import type { IdentityClaim, User } from "../domain/user.ts";

const previous = new Schema<IdentityClaim["previous"]>(
  {
    username: { type: String, default: null },
    displayName: { type: String, default: null },
    intent: { type: String, required: true },
  },
  { _id: false },
);
const claim = new Schema<IdentityClaim>({ id: { type: String, required: true }, previous }, { _id: false, id: false });

const schema = new Schema<User>(
  {
    _id: { type: String, required: true },
    version: { type: Number, required: true },
    email: { type: String, required: true },
    emailVerified: { type: Boolean, required: true },
    username: { type: String, default: null },
    displayName: { type: String, default: null },
    avatarUrl: { type: String, default: null },
    intent: { type: String, required: true },
    status: { type: String, required: true },
    roles: { type: [String], required: true },
    locale: { type: String, required: true },
    timezone: { type: String, default: null },
    passwordHash: { type: String },
    createdAt: { type: Date, required: true },
    lastLoginAt: { type: Date, default: null },
    claim: { type: claim, default: null },
    settledClaimId: { type: String, default: null },
    releasedClaimIds: { type: [String], required: true },
  },
  { versionKey: false, strict: "throw", minimize: false },
);
schema.index({ email: 1 }, { name: "one_per_address", unique: true });
schema.index({ username: 1 }, { name: "one_per_username", unique: true, partialFilterExpression: { username: { $gt: "" } } });
schema.index({ roles: 1 }, { name: "staff" });

export const users: CollectionDefinition<User> = { name: "users", schema };

/** Part of a filter: the tombstone of a deleted account does not count as a user. */
export const NOT_DELETED = { status: { $ne: "DELETED" } } as const;
