import { isBot } from "#libs/contracts/analytics/bots.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Foundation } from "#libs/platform/service/foundation.ts";
import type { AnalyticsPageViewDoc } from "../data/analytics-page-view.model.ts";
import type { Stores } from "../data/stores.ts";
import { durationUntilNext } from "../domain/page-duration.ts";
import { tolerateFailure } from "./tolerate-failure.ts";
import type { TrackingWriter } from "./tracking-writer.ts";

export interface PageViewRequest {
  readonly sessionId: string;
  readonly url: string;
  readonly path: string;
  readonly title?: string | undefined;
  readonly bioPageId?: string | undefined;
  readonly linkClicked?: string | undefined;
  readonly userAgent?: string | undefined;
}

export type PageViewDeps = Pick<Foundation<never>, "clock" | "logger" | "faults"> &
  Pick<Stores, "sessions" | "pageViews"> & { readonly writer: TrackingWriter };

/**
 * Inserts a page view, counts it in its session and fills in the duration of the previous view (spec 4.5). Returns null when the insert
 * failed. A failure of the later steps is logged only.
 */
export async function insertPageView(deps: PageViewDeps, request: PageViewRequest): Promise<AnalyticsPageViewDoc | null> {
  const { clock, logger, writer } = deps;
  const { sessionId, url, path, title = null, bioPageId = null, linkClicked = null, userAgent } = request;
  const state = { enteredAt: clock.now(), duration: null, scrollDepth: null, isBot: isBot(userAgent) };
  const view = { _id: uuid(), sessionId, url, path, title, bioPageId, linkClicked, ...state };
  const inserted = await tolerateFailure(logger, "insert a page view", async () => {
    await writer.insertPageView(view);
    return view;
  });
  if (inserted) await Promise.all([countInSession(deps, view), fillPreviousDuration(deps, view)]);
  return inserted;
}

async function countInSession({ logger, faults, sessions }: PageViewDeps, { sessionId, url, enteredAt }: AnalyticsPageViewDoc) {
  await tolerateFailure(logger, "count a page view in its session", async () => {
    await faults.hit("analytics.pageview.update");
    await sessions.countPageView(sessionId, url, enteredAt);
  });
}

async function fillPreviousDuration({ logger, pageViews }: PageViewDeps, view: AnalyticsPageViewDoc) {
  await tolerateFailure(logger, "fill in the duration of the view before", async () => {
    const previous = await pageViews.findLatestBefore(view);
    const seconds = previous && durationUntilNext(previous.enteredAt, view.enteredAt);
    if (previous && seconds !== null) await pageViews.fillDuration(previous._id, seconds);
  });
}
