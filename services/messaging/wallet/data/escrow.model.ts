import { defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { escrowFields } from "../domain/escrow.ts";
import { PROPOSED_INDEX } from "./proposed.ts";

/** Escrows whose earnings are under review, or were. */
export const REVIEWED = { "review.heldAt": { $gt: new Date(0) } } as const;

export const escrows = defineCollection({
  name: "escrows",
  fields: escrowFields,
  indexes: [
    { name: "one_per_message", key: { messageId: 1 }, unique: true },
    { name: "newest", key: { heldAt: -1, _id: -1 } },
    { name: "newest_of_fan", key: { fanId: 1, heldAt: -1, _id: -1 } },
    { name: "newest_of_creator", key: { creatorId: 1, heldAt: -1, _id: -1 } },
    { name: "newest_of_status", key: { status: 1, heldAt: -1, _id: -1 } },
    { name: "of_creator_by_end", key: { creatorId: 1, resolvedAt: -1, _id: -1 } },
    // Earnings in hold from answers to a fan.
    { name: "in_hold_of_fan", key: { fanId: 1, availableOn: 1 } },
    // The audit adds them up for each creator.
    { name: "in_hold_of_creator", key: { creatorId: 1, availableOn: 1 } },
    { name: "stopped_of_creator", key: { creatorId: 1 }, partialFilterExpression: { stopped: true } },
    { name: "stopped_of_fan", key: { fanId: 1, resolvedAt: -1, _id: -1 }, partialFilterExpression: { stopped: true } },
    { name: "to_review", key: { resolvedAt: 1 }, partialFilterExpression: { toReview: true } },
    // Few answers are reviewed, so only theirs are in these.
    { name: "review_due", key: { "review.status": 1, availableOn: 1 }, partialFilterExpression: REVIEWED },
    { name: "review_waiting", key: { "review.status": 1, "review.heldAt": -1, _id: -1 }, partialFilterExpression: REVIEWED },
    { name: "newest_reviewed", key: { "review.heldAt": -1, _id: -1 }, partialFilterExpression: REVIEWED },
    { name: "newest_reviewed_of_fan", key: { fanId: 1, "review.heldAt": -1, _id: -1 }, partialFilterExpression: REVIEWED },
    { name: "newest_reviewed_of_creator", key: { creatorId: 1, "review.heldAt": -1, _id: -1 }, partialFilterExpression: REVIEWED },
    PROPOSED_INDEX,
    // Covers the aggregation of a creator's pending earnings.
    { name: "shown_to_creator", key: { creatorId: 1, status: 1, concealed: 1, amount: 1, commissionRate: 1 } },
  ],
});
