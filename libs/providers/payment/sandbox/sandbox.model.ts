import { PAYEE_STATUSES } from "#libs/contracts/wallet/payees.ts";
import { type DocumentOf, date, list, money, nullable, number, object, oneOf, optional, text } from "#libs/kernel/fields.ts";
import { defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { CHARGE_STATES, DISPUTE_STATES, MOVEMENT_KINDS, SUBJECTS, TRANSFER_STATES } from "../payment-provider.ts";

/** How the sandbox treats the next refunds of a charge, or transfers to a payee. */
const MODES = ["FAIL", "WAIT"] as const;
export type Mode = (typeof MODES)[number];

const charge = {
  topUpId: text,
  state: oneOf(CHARGE_STATES),
  /** What was paid; what is asked while it is not paid. */
  amount: money,
  currency: text,
  instrument: nullable(text),
  refunds: optional(oneOf(MODES)),
  dispute: optional(object({ state: oneOf(DISPUTE_STATES), amount: money, answerBy: date })),
  /** Rises with each refund, so that two at once cannot exceed the charge. */
  version: number,
};

const outgoing = {
  state: oneOf(TRANSFER_STATES),
  amount: money,
  currency: text,
  reason: nullable(text),
};

const payee = {
  status: oneOf(PAYEE_STATUSES),
  requirementsDue: list(text),
  instrument: nullable(text),
  transfers: optional(oneOf(MODES)),
};

const change = { subject: oneOf(SUBJECTS), reference: text };

const movement = {
  kind: oneOf(MOVEMENT_KINDS),
  reference: text,
  amount: money,
  currency: text,
  at: date,
};

const fields = {
  /** The reference of a charge, refund, transfer or payee; `change:` or `movement:` and its place in their order. */
  _id: text,
  charge: optional(object(charge)),
  refund: optional(object({ ...outgoing, refundId: nullable(text), chargeReference: text })),
  transfer: optional(object(outgoing)),
  payee: optional(object(payee)),
  change: optional(object(change)),
  movement: optional(object(movement)),
};

export type SandboxCharge = DocumentOf<typeof charge>;
export type SandboxPayee = DocumentOf<typeof payee>;
export type SandboxChange = DocumentOf<typeof change>;
export type SandboxMovement = DocumentOf<typeof movement>;
export type SandboxRow = DocumentOf<typeof fields>;

/** The books of the provider that moves no money: all processes share them. */
export const sandboxPayments = defineCollection({
  name: "sandbox_payments",
  fields,
  indexes: [
    {
      name: "refunds_of_charge",
      key: { "refund.chargeReference": 1, _id: 1 },
      partialFilterExpression: { "refund.chargeReference": { $gt: "" } },
    },
  ],
});
