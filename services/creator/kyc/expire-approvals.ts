import { DAY } from "#libs/kernel/clock.ts";
import { SYSTEM } from "#libs/platform/audit/audit-log.ts";
import type { Deps } from "../deps.ts";
import { moveKyc } from "./move-kyc.ts";

const BATCH_SIZE = 100;

/** Expires approvals that are older than `creator.kyc_valid_days`. */
export async function expireApprovals(deps: Deps): Promise<void> {
  const validSince = new Date(deps.clock.now().getTime() - deps.config.read("creator.kyc_valid_days") * DAY);
  for (;;) {
    const expired = await deps.kycChecks.listApprovedBefore(validSince, BATCH_SIZE);
    for (const profile of expired) await moveKyc(deps, profile, { to: "EXPIRED", actor: SYSTEM, action: "creator.expireKyc" });
    if (expired.length < BATCH_SIZE) return;
  }
}
