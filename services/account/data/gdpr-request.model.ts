import { defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { gdprRequestFields } from "../domain/gdpr-request.ts";

export const gdprRequests = defineCollection({
  name: "gdpr_requests",
  fields: gdprRequestFields,
  indexes: [
    { name: "one_pending", key: { userId: 1, type: 1 }, unique: true, partialFilterExpression: { status: "PENDING" } },
    { name: "newest_of_user", key: { userId: 1, createdAt: -1, _id: -1 } },
    { name: "newest_of_type", key: { type: 1, createdAt: -1, _id: -1 } },
    { name: "newest_of_status", key: { status: 1, createdAt: -1, _id: -1 } },
    { name: "newest_of_both", key: { type: 1, status: 1, createdAt: -1, _id: -1 } },
    { name: "newest", key: { createdAt: -1, _id: -1 } },
    { name: "due", key: { type: 1, status: 1, scheduledAt: 1 } },
    { name: "to_sweep", key: { sweepAt: 1 } },
  ],
});
