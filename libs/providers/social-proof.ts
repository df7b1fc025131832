import type { ProviderHost } from "./host.ts";
import { type Slot, slotOf } from "./slot.ts";

/** That an account on another platform belongs to whoever asks. */
export interface SocialClaim {
  /** Upper case. */
  readonly platform: string;
  readonly handle: string;
  readonly url: string | null;
  /** BIO_CODE: the account's own description shows the code; OAUTH: the platform handed out the proof. */
  readonly method: "BIO_CODE" | "OAUTH";
  readonly code: string;
  readonly proof: string | null;
}

/** Somebody who can look at accounts of other platforms. */
export interface SocialProofProvider {
  /** Whether the claim is true. Throws ProviderFailure. */
  proves(claim: SocialClaim): Promise<boolean>;
}

/** Proofs of accounts, through the provider that `provider.social_proof` names. */
export function socialProofSlot({ config, clock, env }: Pick<ProviderHost, "config" | "clock" | "env">): Slot<SocialProofProvider> {
  return slotOf({ slot: "social_proof", implementations: { sandbox: sandboxSocialProof }, config, clock, production: env.production });
}

/** Believes every claim that is complete, but for handles that end in `unproven`. */
const sandboxSocialProof: SocialProofProvider = {
  proves: async ({ handle, method, proof }) => (method === "BIO_CODE" || proof !== null) && !handle.endsWith("unproven"),
};
