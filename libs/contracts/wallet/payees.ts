import { action, event } from "#libs/contract-kit/contract.ts";
import type { ObjectRule } from "#libs/contract-kit/rules.ts";
import { nullableText, timestamp } from "../shared.ts";

/** ENABLED: can be paid. RESTRICTED: could be, until the provider misses something. DISABLED is final. */
export const PAYEE_STATUSES = ["ONBOARDING", "ENABLED", "RESTRICTED", "DISABLED"] as const;
export type PayeeStatus = (typeof PAYEE_STATUSES)[number];

const status = { type: "enum", values: PAYEE_STATUSES } as const;

const payee = {
  type: "object",
  props: {
    status: { ...status, nullable: true, description: "Null: the caller is no payee yet" },
    country: { ...nullableText, description: "Of the bank account" },
    requirementsDue: { type: "array", items: { type: "string", max: 200 }, max: 1_000, description: "Codes of what the provider lacks" },
    isRequired: { type: "boolean", description: "Whether payouts go to an ENABLED payee only" },
    action: {
      type: "object",
      nullable: true,
      props: {
        kind: { type: "enum", values: ["REDIRECT"] },
        value: { type: "string", description: "Where the payee gives what is missing: an address, or a path of this site" },
        expiresAt: timestamp,
      },
      description: "Of a POST: the way to the provider, which is good once; null when there is nothing to do there",
    },
  },
} as const satisfies ObjectRule;

export const startPayee = action({
  name: "wallet.startPayee",
  class: "slow",
  summary: "Become a payee of the payment provider, or go on there: each call has a new link",
  http: { method: "POST", path: "/payouts/payee", stepUp: true, auth: "bearer" },
  params: {
    country: {
      type: "string",
      pattern: /^[A-Z]{2}$/,
      description: "Of the bank account, ISO 3166; once the provider has accepted the payee it stays",
    },
  },
  returns: payee,
  errors: ["payout.error.not_creator", "payout.error.provider_unavailable", "auth.account.email_unverified"],
});

export const getPayee = action({
  name: "wallet.getPayee",
  class: "slow",
  summary: "How the caller stands with the payment provider, which is asked while something is missing",
  http: { method: "GET", path: "/payouts/payee", auth: "bearer" },
  params: {},
  returns: payee,
  errors: ["payout.error.not_creator"],
});

export const payeeChanged = event({
  name: "payee.changed",
  owner: "wallet",
  summary: "How a user stands with the payment provider: at each change, and when the user goes on there",
  payload: {
    userId: { type: "string" },
    from: { ...status, nullable: true, description: "Before; null: it was no payee" },
    status,
    at: timestamp,
  },
});
