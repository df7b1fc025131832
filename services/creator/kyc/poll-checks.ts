import { SYSTEM } from "#libs/platform/audit/audit-log.ts";
import type { CreatorProfileDoc } from "../data/creator-profile.model.ts";
import type { Deps } from "../deps.ts";
import { moveKyc } from "./move-kyc.ts";

const BATCH_SIZE = 100;

/** Polls the providers of the checks that are in review. A check that fails is polled again in the next run. */
export async function pollChecks(deps: Deps): Promise<void> {
  for (const profile of await deps.kycChecks.claimInReview(deps.clock.now(), BATCH_SIZE)) {
    try {
      await pollCheck(deps, profile);
    } catch (error) {
      deps.logger.warn({ err: error, creatorId: profile._id }, "identity check not polled; retrying in the next run");
    }
  }
}

/** Gets the outcome of a check from the provider and applies it once decided. Throws when the provider fails. */
export async function pollCheck(deps: Deps, profile: CreatorProfileDoc): Promise<void> {
  const { provider, reference } = profile.kyc;
  if (provider === null || reference === null) return;
  const outcome = await deps.kycProvider.named(provider).outcome(reference);
  if (outcome === "IN_REVIEW") return;
  await moveKyc(deps, profile, { to: outcome, actor: SYSTEM, action: "creator.decideKyc" });
}
