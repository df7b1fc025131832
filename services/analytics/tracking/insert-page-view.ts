import { isBot } from "#libs/contracts/analytics/bots.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Foundation } from "#libs/platform/service/foundation.ts";
import type { AnalyticsPageViewDoc } from "../data/analytics-page-view.model.ts";
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

export type PageViewDeps = Pick<Foundation<never>, "clock" | "config" | "logger"> & { readonly writer: TrackingWriter };

/**
 * Inserts a page view, counts it in its session and fills in the duration of the previous view (spec 4.5). Returns null when the insert
 * failed. A failure of the later steps is logged only.
 */
export async function insertPageView(deps: PageViewDeps, request: PageViewRequest): Promise<AnalyticsPageViewDoc | null> {
  const { clock, config, logger, writer } = deps;
  const { sessionId, url, path, title = null, bioPageId = null, linkClicked = null, userAgent } = request;
  const isByBot = isBot(userAgent, config.read("analytics.bot_tokens"));
  const state = { enteredAt: clock.now(), duration: null, scrollDepth: null, isBot: isByBot };
  const view = { _id: uuid(), sessionId, url, path, title, bioPageId, linkClicked, ...state };
  const inserted = await tolerateFailure(logger, "insert a page view", async () => {
    await writer.insertPageView(view);
    return view;
  });
  if (inserted) await Promise.all([countInSession(deps, view), fillPreviousDuration(deps, view)]);
  return inserted;
}

async function countInSession({ logger, writer }: PageViewDeps, view: AnalyticsPageViewDoc) {
  await tolerateFailure(logger, "count a page view in its session", () => writer.countPageView(view));
}

async function fillPreviousDuration({ logger, writer }: PageViewDeps, view: AnalyticsPageViewDoc) {
  await tolerateFailure(logger, "fill in the duration of the view before", () => writer.fillPreviousDuration(view));
}
