import { isBot } from "#libs/kernel/bots.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { AnalyticsPageView } from "../data/analytics-page-view.model.ts";
import type { Deps } from "../deps.ts";
import { backFill } from "../domain/back-fill.ts";
import { tolerate } from "../tolerate.ts";

export interface PageViewRequest {
  readonly sessionId: string;
  readonly url: string;
  readonly path: string;
  readonly title?: string | undefined;
  readonly bioPageId?: string | undefined;
  readonly linkClicked?: string | undefined;
  readonly userAgent?: string | undefined;
}

export type PageViewDeps = Pick<Deps, "clock" | "logger" | "faults" | "commits" | "sessions" | "pageViews">;

/**
 * Inserts a page view, counts it in its session and fills in how long the view before was looked at (spec 4.5). Null when the
 * insert failed; what follows the insert may fail without anybody noticing.
 */
export async function recordPageView(deps: PageViewDeps, request: PageViewRequest): Promise<AnalyticsPageView | null> {
  const { clock, logger, commits } = deps;
  const { sessionId, url, path, title = null, bioPageId = null, linkClicked = null, userAgent } = request;
  const unread = { enteredAt: clock.now(), duration: null, scrollDepth: null, isBot: isBot(userAgent) };
  const row = { _id: uuid(), sessionId, url, path, title, bioPageId, linkClicked, ...unread };
  const inserted = await tolerate(logger, "insert a page view", async () => {
    await commits.pageView(row);
    return row;
  });
  if (inserted) await Promise.all([countInSession(deps, row), fillPrevious(deps, row)]);
  return inserted;
}

async function countInSession({ logger, faults, sessions }: PageViewDeps, { sessionId, url, enteredAt }: AnalyticsPageView) {
  await tolerate(logger, "count a page view in its session", async () => {
    await faults.hit("analytics.pageview.update");
    await sessions.countPageView(sessionId, url, enteredAt);
  });
}

async function fillPrevious({ logger, pageViews }: PageViewDeps, row: AnalyticsPageView) {
  await tolerate(logger, "fill in the duration of the view before", async () => {
    const previous = await pageViews.latestBefore(row);
    const seconds = previous && backFill(previous.enteredAt, row.enteredAt);
    if (previous && seconds !== null) await pageViews.fillDuration(previous._id, seconds);
  });
}
