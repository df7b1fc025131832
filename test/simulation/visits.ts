import { createSession } from "#libs/contracts/analytics/index.ts";
import type { AnalyticsSessionDoc } from "#services/analytics/data/analytics-session.model.ts";
import type { Store } from "./store.ts";
import { type Plot, type Request, times } from "./workload.ts";

/** What a visitor was told. */
export interface AnsweredVisit {
  /** No other visit has the same. */
  readonly landingPage: string;
  readonly id: string | null;
}

/** Visitors who come at the same time. */
function visits({ world: { random }, answered }: Parameters<Plot>[0]) {
  const visit = (index: number): Request => {
    const landingPage = `https://a.test/${index}`;
    const params = { visitorId: `visitor-${index}`, landingPage, consentAnalytics: "granted" };
    return async ({ call }) => {
      const { id } = (await call(createSession, "nobody", params)) as { readonly id: string | null };
      answered.push({ landingPage, id });
    };
  };
  return [times(3 + random.below(4), visit)];
}

export const visitPlots: readonly Plot[] = [visits];

/** Whoever was given the id of a session has a session there, and it is that of the own visit. */
export function answerOwn({
  analytics,
  answered,
}: {
  readonly analytics: Store;
  readonly answered: readonly AnsweredVisit[];
}): string | null {
  for (const { landingPage, id } of answered) {
    if (id === null) continue;
    const [session] = analytics.select("analytics_sessions", { _id: id }, null) as unknown as AnalyticsSessionDoc[];
    if (session?.landingPage !== landingPage)
      return `the visit of ${landingPage} was given the session of ${session?.landingPage ?? "nobody"}`;
  }
  return null;
}
