import { DAY } from "#libs/kernel/clock.ts";
import { SYSTEM } from "#libs/platform/audit/audit-log.ts";
import { eachByItself, turns } from "#libs/platform/jobs/turns.ts";
import type { Deps } from "../deps.ts";
import { moveKyc } from "./move-kyc.ts";

const BATCH_SIZE = 100;

/** Expires approvals that are older than `creator.kyc_valid_days`. One that fails is tried again in the next run. */
export async function expireApprovals(deps: Deps): Promise<void> {
  const validSince = new Date(deps.clock.now().getTime() - deps.config.read("creator.kyc_valid_days") * DAY);
  const list = (skip: number, limit: number) => deps.kycChecks.listApprovedBefore(validSince, skip, limit);
  const places = turns();
  const expire = () =>
    places.take(list, BATCH_SIZE, (approved) =>
      eachByItself(
        deps.logger,
        approved,
        ({ _id }) => `expire the identity check of creator ${_id}`,
        (profile) => moveKyc(deps, profile, { to: "EXPIRED", actor: SYSTEM, action: "creator.expireKyc" }),
      ),
    );
  while ((await expire()) === BATCH_SIZE);
}
