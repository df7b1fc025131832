import { PAYEE_CHECK } from "#libs/policies/provider-slots.ts";
import { checkOutcome, checkPageUrl, checkReference } from "../check-answer.ts";
import { createSlot, type ProviderHost, type Slot } from "../slot.ts";

/** The person whose identity is checked. */
export interface KycApplicant {
  /** Idempotency key: the provider starts one check for an id. */
  readonly checkId: string;
  readonly locale: string;
}

export interface KycCheck {
  /** The provider's id of the check, at most 200 characters. */
  readonly reference: string;
  /** The page on which the applicant shows documents; null when there is none. */
  readonly url: string | null;
}

/** IN_REVIEW is not decided yet. The others are final for this check. */
export const KYC_OUTCOMES = ["IN_REVIEW", "APPROVED", "REJECTED", "RESUBMISSION_REQUIRED"] as const;
export type KycOutcome = (typeof KYC_OUTCOMES)[number];

/** Port of identity checks ("know your customer"). */
export interface KycProvider {
  /** Starts a check. Throws ProviderFailure. */
  start(applicant: KycApplicant): Promise<KycCheck>;
  /** The current outcome of the check with a reference. Throws ProviderFailure; REFUSED: the provider has no such check. */
  outcome(reference: string): Promise<KycOutcome>;
}

/** The implementation that leaves every check to the staff: the creator fills in a form, and sends files. */
export const MANUAL = "manual";

/** The identity checks of the provider that `provider.kyc` names. */
export function kycSlot({ config, clock, env }: Pick<ProviderHost, "config" | "clock" | "env">): Slot<KycProvider> {
  return createSlot({
    slot: "kyc",
    implementations: { [MANUAL]: checkedKyc(manualKyc), sandbox: checkedKyc(sandboxKyc), [PAYEE_CHECK]: payeeKyc },
    config,
    clock,
    production: env.production,
  });
}

/** The same provider with its answers validated: an answer that breaks the port is BAD_ANSWER. @internal exported for tests */
export function checkedKyc(provider: KycProvider): KycProvider {
  return {
    async start(applicant) {
      const { reference, url } = await provider.start(applicant);
      return { reference: checkReference("kyc", reference), url: checkPageUrl("kyc", url) };
    },
    outcome: async (reference) => checkOutcome("kyc", KYC_OUTCOMES, await provider.outcome(reference)),
  };
}

/** Leaves every check to the administrators. */
const manualKyc: KycProvider = {
  start: async ({ checkId }) => ({ reference: `manual:${checkId}`, url: null }),
  outcome: async () => "IN_REVIEW",
};

/** The payment provider checks its payees, and `payee.changed` has the outcome. The creator becomes a payee on the page of payouts. */
const payeeKyc: KycProvider = {
  start: async ({ checkId }) => ({ reference: `payee:${checkId}`, url: "/payouts" }),
  outcome: async () => "IN_REVIEW",
};

/** Checks nothing and approves everyone. */
const sandboxKyc: KycProvider = {
  start: async ({ checkId }) => ({ reference: `sandbox:${checkId}`, url: null }),
  outcome: async () => "APPROVED",
};
