import { SYSTEM } from "#libs/audit/audit-log.ts";
import { DAY } from "#libs/kernel/clock.ts";
import type { CreatorProfile } from "../data/creator-profile.model.ts";
import type { Deps } from "../deps.ts";
import { moveKyc } from "./move-kyc.ts";

const BATCH = 100;

/** Asks the provider of a check how it stands and takes over what was decided. Throws when the provider cannot say. */
export async function followCheck(deps: Deps, profile: CreatorProfile): Promise<void> {
  const { provider, reference } = profile.kyc;
  if (provider === null || reference === null) return;
  const outcome = await deps.kycProvider.named(provider).outcome(reference);
  if (outcome === "IN_REVIEW") return;
  await moveKyc(deps, profile, { to: outcome, actor: SYSTEM, action: "creator.decideKyc" });
}

/** Asks about the checks that are in review. One that cannot be asked about waits for the next run. */
export async function followChecks(deps: Deps): Promise<void> {
  for (const profile of await deps.kycChecks.takeInReview(deps.clock.now(), BATCH)) {
    try {
      await followCheck(deps, profile);
    } catch (error) {
      deps.logger.warn({ err: error, creatorId: profile._id }, "an identity check could not be followed");
    }
  }
}

/** Ends approvals that are older than the settings allow. */
export async function expireApprovals(deps: Deps): Promise<void> {
  const oldest = new Date(deps.clock.now().getTime() - deps.config.read("creator.kyc_valid_days") * DAY);
  for (;;) {
    const due = await deps.kycChecks.approvedBefore(oldest, BATCH);
    for (const profile of due) await moveKyc(deps, profile, { to: "EXPIRED", actor: SYSTEM, action: "creator.expireKyc" });
    if (due.length < BATCH) return;
  }
}
