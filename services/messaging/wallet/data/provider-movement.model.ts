import { type DocumentOf, date, money, nullable, oneOf, text } from "#libs/kernel/fields.ts";
import { defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { MOVEMENT_KINDS } from "#libs/providers/payment/payment-provider.ts";

/** NEW: not compared yet. UNEXPLAINED: nothing here has caused it. */
const STATUSES = ["NEW", "EXPLAINED", "UNEXPLAINED"] as const;
export type MovementStatus = (typeof STATUSES)[number];

const movementFields = {
  /** The provider's name here, a colon, and its id of the movement. */
  _id: text,
  provider: text,
  kind: oneOf(MOVEMENT_KINDS),
  /** The provider's id of the charge, refund, dispute or transfer. */
  reference: nullable(text),
  /** Our id of the top-up, refund or payout. */
  ownId: nullable(text),
  /** Minor units; positive: it came in. */
  amount: money,
  currency: text,
  /** The cost that the provider has taken. It is in the ledger once the status is not NEW. */
  cost: money,
  at: date,
  status: oneOf(STATUSES),
};

/** A line of the books of a payment provider. */
export interface ProviderMovement extends DocumentOf<typeof movementFields> {}

export const providerMovements = defineCollection({
  name: "provider_movements",
  fields: movementFields,
  indexes: [
    { name: "oldest_of_status", key: { status: 1, at: 1, _id: 1 } },
    { name: "of_reference", key: { provider: 1, reference: 1 } },
  ],
});

const booksFields = {
  /** The provider's name here. */
  _id: text,
  cursor: nullable(text),
  /** When they are read next. */
  dueAt: date,
};

/** How far the books of a provider were read. */
export interface ProviderBooks extends DocumentOf<typeof booksFields> {}

export const providerBooks = defineCollection({ name: "provider_books", fields: booksFields, indexes: [] });
