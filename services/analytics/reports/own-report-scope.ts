import type { Ctx } from "#libs/contract-kit/implement.ts";
import { MAX_REPORT_DAYS } from "#libs/contracts/analytics/index.ts";
import { getMyProfile } from "#libs/contracts/creator/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Foundation } from "#libs/platform/service/foundation.ts";
import type { ReportScope } from "../data/report-rows.ts";
import type { Stores } from "../data/stores.ts";
import { reportRange } from "../domain/report-range.ts";

/** Own visits that a report leaves out: the newest ones. */
const MAX_OWN_VISITS = 5_000;

interface ReportRequest {
  readonly creatorId: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * The rows that a report on the caller's own page counts. Throws not_owner for foreign, unknown and malformed creator ids alike, and
 * invalid_range.
 */
export async function ownReportScope(
  ctx: Ctx<ReportRequest>,
  { clock, sessions }: Pick<Foundation<never>, "clock"> & Pick<Stores, "sessions">,
): Promise<ReportScope> {
  const { creatorId, from, to } = ctx.params;
  const range = reportRange({ from, to }, clock.now(), MAX_REPORT_DAYS);
  const { bioPageId } = await requireOwnProfile(ctx, creatorId);
  if (!range) throw new AppError("analytics.error.invalid_range", { days: MAX_REPORT_DAYS });
  const own = await sessions.listNewestOfUser(ctx.caller.userId, MAX_OWN_VISITS);
  return {
    ...range,
    bioPageId,
    ownerId: ctx.caller.userId,
    ownSessions: own.map(({ _id }) => _id),
    ownVisitors: [...new Set(own.map(({ visitorHash }) => visitorHash))],
  };
}

async function requireOwnProfile(ctx: Ctx<ReportRequest>, creatorId: string): Promise<{ readonly bioPageId: string }> {
  try {
    const profile = await ctx.call(getMyProfile, {});
    if (profile.id === creatorId) return profile;
  } catch (error) {
    if (!(error instanceof AppError) || error.key !== "creator.error.profile_not_found") throw error;
  }
  throw new AppError("creator.error.not_owner");
}

/** The range of a report as its response repeats it. */
export function rangeOf({ from, to }: ReportScope): { from: string; to: string } {
  return { from: from.toISOString(), to: to.toISOString() };
}
