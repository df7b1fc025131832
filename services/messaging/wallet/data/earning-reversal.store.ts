import { defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { earningReversalFields } from "../domain/earning-reversal.ts";

export const earningReversals = defineCollection({
  name: "earning_reversals",
  fields: earningReversalFields,
  indexes: [
    { name: "of_message", key: { messageId: 1, createdAt: 1, _id: 1 } },
    { name: "of_creator", key: { creatorId: 1, createdAt: -1, _id: -1 } },
    { name: "of_fan", key: { fanId: 1, createdAt: -1, _id: -1 } },
  ],
});
