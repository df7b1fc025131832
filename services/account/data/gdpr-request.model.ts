import { Schema } from "mongoose";
import type { CollectionDefinition } from "#libs/platform/mongo/collection.ts";
import type { CreatorIds, GdprRequest } from "../domain/gdpr-request.ts";

const creator = new Schema<CreatorIds>(
  { creatorId: { type: String, default: null }, bioPageIds: { type: [String], required: true } },
  { _id: false },
);

const schema = new Schema<GdprRequest>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    type: { type: String, required: true },
    status: { type: String, required: true },
    createdAt: { type: Date, required: true },
    scheduledAt: { type: Date, required: true },
    endedAt: { type: Date, default: null },
    lease: { type: String, default: null },
    leaseUntil: { type: Date, required: true },
    attempts: { type: Number, required: true },
    creator: { type: creator, default: null },
    receipt: { type: Schema.Types.Mixed, required: true },
    sweepAt: { type: Date, default: null },
    parts: { type: Number, required: true },
    expiresAt: { type: Date, default: null },
  },
  { versionKey: false, strict: "throw", minimize: false },
);
schema.index({ userId: 1, type: 1 }, { name: "one_pending", unique: true, partialFilterExpression: { status: "PENDING" } });
schema.index({ userId: 1, createdAt: -1 }, { name: "of_user" });
schema.index({ createdAt: -1, _id: -1 }, { name: "newest" });
schema.index({ type: 1, status: 1, scheduledAt: 1 }, { name: "due" });
schema.index({ sweepAt: 1 }, { name: "to_sweep" });

export const gdprRequests: CollectionDefinition<GdprRequest> = { name: "gdpr_requests", schema };
