import { defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { payoutFields } from "../domain/payout.ts";

/** The label of a method after the account of its owner was deleted. */
const ERASED_LABEL = "";

/** A payout whose destination can still be told. */
export const NAMES_DESTINATION = [{ methodLabel: { $ne: ERASED_LABEL } }, { payee: { $exists: true } }] as const;
export const ERASE_DESTINATION = { $set: { methodLabel: ERASED_LABEL }, $unset: { payee: 1 } } as const;

export const payouts = defineCollection({
  name: "payouts",
  fields: payoutFields,
  indexes: [
    { name: "one_per_key", key: { userId: 1, idempotencyKey: 1 }, unique: true },
    { name: "newest_of_user", key: { userId: 1, requestedAt: -1, _id: -1 } },
    { name: "newest", key: { requestedAt: -1, _id: -1 } },
    { name: "newest_of_status", key: { status: 1, requestedAt: -1, _id: -1 } },
    { name: "by_end", key: { settledAt: 1 } },
    { name: "under_way", key: { triedAt: 1 }, sparse: true },
    { name: "without_funds", key: { askAt: 1 }, sparse: true },
  ],
});
