import { pageIn, referenceIn, wordIn } from "./answers.ts";
import type { ProviderHost } from "./host.ts";
import { type Slot, slotOf } from "./slot.ts";

/** Whose identity is to be checked. */
export interface KycApplicant {
  /** The same id always means the same check: the provider must not begin a second one for it. */
  readonly checkId: string;
  readonly locale: string;
}

export interface KycCheck {
  /** The provider's own name of the check; at most 200 characters. */
  readonly reference: string;
  /** Where the applicant shows documents; null when there is nothing to open. */
  readonly url: string | null;
}

/** IN_REVIEW: not decided yet. The others are final for this check. */
export const KYC_OUTCOMES = ["IN_REVIEW", "APPROVED", "REJECTED", "RESUBMISSION_REQUIRED"] as const;
export type KycOutcome = (typeof KYC_OUTCOMES)[number];

/** Somebody who checks who people are. */
export interface KycProvider {
  /** Begins a check. Throws ProviderFailure. */
  start(applicant: KycApplicant): Promise<KycCheck>;
  /** How the check of a reference stands, as the provider itself says. Throws ProviderFailure; REFUSED: it knows no such check. */
  outcome(reference: string): Promise<KycOutcome>;
}

/** Identity checks, through the provider that `provider.kyc` names. */
export function kycSlot({ config, clock, env }: Pick<ProviderHost, "config" | "clock" | "env">): Slot<KycProvider> {
  return slotOf({
    slot: "kyc",
    implementations: { manual: checkedKyc(manualKyc), sandbox: checkedKyc(sandboxKyc) },
    config,
    clock,
    production: env.production,
  });
}

/** The same provider, whose answers are what the port promises, or BAD_ANSWER. */
export function checkedKyc(provider: KycProvider): KycProvider {
  return {
    async start(applicant) {
      const { reference, url } = await provider.start(applicant);
      return { reference: referenceIn("kyc", reference), url: pageIn("kyc", url) };
    },
    outcome: async (reference) => wordIn("kyc", KYC_OUTCOMES, await provider.outcome(reference)),
  };
}

/** Leaves every check to the staff. */
const manualKyc: KycProvider = {
  start: async ({ checkId }) => ({ reference: `manual:${checkId}`, url: null }),
  outcome: async () => "IN_REVIEW",
};

/** Checks nothing and approves everybody. */
const sandboxKyc: KycProvider = {
  start: async ({ checkId }) => ({ reference: `sandbox:${checkId}`, url: null }),
  outcome: async () => "APPROVED",
};
