import { createSlot, type ProviderHost, type Slot } from "../slot.ts";

/** The claim of a creator to own an account on another platform. */
export interface SocialClaim {
  /** Upper case. */
  readonly platform: string;
  readonly handle: string;
  readonly url: string | null;
  /** BIO_CODE: the description of the account shows the code. OAUTH: the platform has issued the proof. */
  readonly method: "BIO_CODE" | "OAUTH";
  readonly code: string;
  readonly proof: string | null;
}

/** Port of ownership proofs for accounts on other platforms. */
export interface SocialProofProvider {
  /** Whether the claim is true. Throws ProviderFailure. */
  proves(claim: SocialClaim): Promise<boolean>;
}

/** The ownership proofs of the provider that `provider.social_proof` names. */
export function socialProofSlot({ config, clock, env }: Pick<ProviderHost, "config" | "clock" | "env">): Slot<SocialProofProvider> {
  return createSlot({ slot: "social_proof", implementations: { sandbox: sandboxSocialProof }, config, clock, production: env.production });
}

/** Accepts every complete claim, except handles that end in `unproven`. */
const sandboxSocialProof: SocialProofProvider = {
  proves: async ({ handle, method, proof }) => (method === "BIO_CODE" || proof !== null) && !handle.endsWith("unproven"),
};
