import { implement } from "#libs/contract-kit/implement.ts";
import { eraseUser } from "#libs/contracts/analytics.ts";
import type { Deps } from "../deps.ts";

/** Rows of each collection that one call removes. */
const BITE = 1_000;

/**
 * Internal: the part of a purge that falls to analytics. Pages are erased before sessions are unlinked; each step finds
 * nothing when it is repeated.
 */
export const eraseUserAction = ({ sessions, pageViews, bioViews }: Pick<Deps, "sessions" | "pageViews" | "bioViews">) =>
  implement(eraseUser, async ({ params: { userId, creatorId = null, bioPageIds = [] } }) => {
    const visits = await sessions.ofPagesOrCreator(bioPageIds, creatorId, BITE);
    const viewsOfVisits = await pageViews.removeOfSessions(visits);
    const sessionsErased = await sessions.remove(visits);
    const viewsOfPages = await pageViews.removeOfPages(bioPageIds, BITE);
    const bioViewsErased = await bioViews.removeOfPages(bioPageIds, BITE);
    const sessionsUnlinked = await sessions.unlink(userId);
    const done = visits.length === 0 && viewsOfPages < BITE && bioViewsErased < BITE;
    return { done, sessionsErased, pageViewsErased: viewsOfVisits + viewsOfPages, bioViewsErased, sessionsUnlinked };
  });
