import { defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { walletFields } from "../domain/wallet.ts";

export const wallets = defineCollection({
  name: "wallets",
  fields: walletFields,
  indexes: [
    { name: "one_per_user_and_kind", key: { userId: 1, kind: 1 }, unique: true },
    { name: "not_audited", key: { audited: 1, _id: 1 } },
    { name: "closed_by_balance", key: { balance: 1 }, partialFilterExpression: { closedFor: { $exists: true } } },
  ],
});
