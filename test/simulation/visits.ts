import { createSession } from "#libs/contracts/analytics/index.ts";
import type { AnalyticsSessionDoc } from "#services/analytics/data/analytics-session.model.ts";
import type { Store } from "./store.ts";
import { type Plot, type Request, times } from "./workload.ts";

/** The answer that a visitor received. */
export interface AnsweredVisit {
  /** Unique for each visit. */
  readonly landingPage: string;
  readonly id: string | null;
}

/** Visitors who arrive at the same time. */
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

/** Every session id given to a visitor belongs to a stored session of that visitor's own visit. */
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
