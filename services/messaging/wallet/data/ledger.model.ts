import { date, text } from "#libs/kernel/fields.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { postingFields } from "../domain/ledger.ts";

/** A ledger transaction. It is inserted once and never updated or deleted. */
export interface LedgerDoc extends DocumentIn<typeof ledgerTransactions> {}

export const ledgerTransactions = defineCollection({
  name: "ledger_transactions",
  fields: {
    _id: text,
    ...postingFields,
    createdAt: date,
  },
  indexes: [
    { name: "once_per_reference", key: { kind: 1, "reference.type": 1, "reference.id": 1 }, unique: true },
    { name: "chain_of_account", key: { "movement.account": 1, "movement.sequence": 1 }, unique: true },
    { name: "by_time", key: { createdAt: 1, _id: 1 } },
    { name: "account_by_time", key: { "movement.account": 1, createdAt: 1, "movement.sequence": 1 } },
  ],
});
