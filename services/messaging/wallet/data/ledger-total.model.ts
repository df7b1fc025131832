import { money, object, optional, text } from "#libs/kernel/fields.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { chainFields } from "../domain/chain.ts";

/** What the audits have followed of an account. */
export interface LedgerTotal extends DocumentIn<typeof ledgerTotals> {}

export const ledgerTotals = defineCollection({
  name: "ledger_totals",
  fields: {
    /** Name of the account. */
    _id: text,
    /** Minor units that ever left it, as far as the chains were followed. */
    debit: money,
    /** Minor units that ever came into it. */
    credit: money,
    /** The checkpoint of its own chain; absent for accounts without one. */
    chain: optional(object(chainFields)),
  },
});
