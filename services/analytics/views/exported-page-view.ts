import { cutText } from "#libs/kernel/readable-text.ts";
import type { AnalyticsPageViewDoc } from "../data/analytics-page-view.model.ts";
import type { AnalyticsSessionDoc } from "../data/analytics-session.model.ts";
import { readableHost } from "./readable-host.ts";

/**
 * A page view in an export. A row neither identifies its visitor nor shows which rows share one.
 * @param characters longest text; a longer one is cut
 */
export function exportedPageView(view: AnalyticsPageViewDoc, session: AnalyticsSessionDoc | undefined, characters: number) {
  const short = (text: string) => cutText(text, characters);
  const shortOrNull = (text: string | null | undefined) => (text == null ? null : short(text));
  return {
    enteredAt: view.enteredAt.toISOString(),
    url: short(view.url),
    path: short(view.path),
    title: shortOrNull(view.title),
    duration: view.duration,
    scrollDepth: view.scrollDepth,
    linkClicked: view.linkClicked,
    referrerDomain: session ? short(readableHost(session.referrerDomain)) : null,
    utmSource: shortOrNull(session?.utmSource),
    utmMedium: shortOrNull(session?.utmMedium),
    utmCampaign: shortOrNull(session?.utmCampaign),
    country: session?.country ?? null,
    device: session?.device ?? null,
    browser: session?.browser ?? null,
    os: session?.os ?? null,
  };
}
