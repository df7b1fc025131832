import type { Ctx } from "#libs/contract-kit/implement.ts";
import { MOST_REPORT_DAYS } from "#libs/contracts/analytics.ts";
import { getMyProfile } from "#libs/contracts/creator.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { ReportScope } from "./data/report-rows.ts";
import type { Deps } from "./deps.ts";
import { reportRange } from "./domain/report-range.ts";

/** Own visits that are left out one by one; the newest ones. */
const MOST_OWN_VISITS = 5_000;

interface Asked {
  readonly creatorId: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * What a report of the caller's own page covers: which page, when, and whose visits do not count. Throws not_owner for foreign,
 * unknown and malformed creators alike, and invalid_range.
 */
export async function ownReport(ctx: Ctx<Asked>, { clock, sessions }: Pick<Deps, "clock" | "sessions">): Promise<ReportScope> {
  const { creatorId, from, to } = ctx.params;
  const range = reportRange({ from, to }, clock.now(), MOST_REPORT_DAYS);
  const { bioPageId } = await ownProfile(ctx, creatorId);
  if (!range) throw new AppError("analytics.error.invalid_range", { days: MOST_REPORT_DAYS });
  const own = await sessions.ofUser(ctx.caller.userId, MOST_OWN_VISITS);
  return {
    ...range,
    bioPageId,
    ownerId: ctx.caller.userId,
    ownSessions: own.map(({ _id }) => _id),
    ownVisitors: [...new Set(own.map(({ visitorHash }) => visitorHash))],
  };
}

async function ownProfile(ctx: Ctx<Asked>, creatorId: string): Promise<{ readonly bioPageId: string }> {
  try {
    const profile = await ctx.call(getMyProfile, {});
    if (profile.id === creatorId) return profile;
  } catch (error) {
    if (!(error instanceof AppError) || error.key !== "creator.error.profile_not_found") throw error;
  }
  throw new AppError("creator.error.not_owner");
}

/** The range as the answer repeats it. */
export function rangeOf({ from, to }: ReportScope): { from: string; to: string } {
  return { from: from.toISOString(), to: to.toISOString() };
}
