import type { FaultPoints } from "#libs/faults/fault-points.ts";
import type { AnalyticsPageView } from "../data/analytics-page-view.model.ts";
import type { AnalyticsPageViewStore } from "../data/analytics-page-view.store.ts";
import type { AnalyticsSession } from "../data/analytics-session.model.ts";
import type { AnalyticsSessionStore } from "../data/analytics-session.store.ts";
import type { BioPageView } from "../data/bio-page-view.model.ts";
import type { BioPageViewStore } from "../data/bio-page-view.store.ts";
import type { OptOutStore } from "../data/opt-out.store.ts";
import { groupCommit } from "../group-commit.ts";
import { STORE_MS } from "../tolerate.ts";

/** Where new rows go: written in groups, each call answered when its own row is in the store. All of them reject when it is not. */
export interface Commits {
  /** Says whether the row was written: not for a visitor who has opted out. */
  session(row: AnalyticsSession): Promise<boolean>;
  pageView(row: AnalyticsPageView): Promise<void>;
  bioView(row: BioPageView): Promise<void>;
}

interface Stores {
  readonly sessions: AnalyticsSessionStore;
  readonly pageViews: AnalyticsPageViewStore;
  readonly bioViews: BioPageViewStore;
  readonly optOuts: OptOutStore;
  readonly faults: FaultPoints;
}

const GROUP = { mostRows: 200, mostWaiting: 4_000, waitMs: STORE_MS } as const;

export function groupCommits({ sessions, pageViews, bioViews, optOuts, faults }: Stores): Commits {
  return {
    session: groupCommit({
      ...GROUP,
      async write(rows) {
        await faults.hit("analytics.session.insert");
        const optedOut = await optOuts.among(visitorsOf(rows));
        const wanted = rows.map(({ visitorHash }) => !optedOut.has(visitorHash));
        const recorded = rows.filter((_, index) => wanted[index]);
        if (recorded.length === 0) return wanted;
        await sessions.insertMany(recorded);
        // Whoever opts out from now on finds the session; who did meanwhile may have looked before it was there.
        for (const visitor of await optOuts.among(visitorsOf(recorded))) await sessions.withdrawConsent(visitor);
        return wanted;
      },
    }),
    pageView: groupCommit({
      ...GROUP,
      async write(rows) {
        await faults.hit("analytics.pageview.insert");
        await pageViews.insertMany(rows);
        return rows.map(() => undefined);
      },
    }),
    bioView: groupCommit({
      ...GROUP,
      async write(rows) {
        await faults.hit("analytics.bio_view.insert");
        await bioViews.insertMany(rows);
        return rows.map(() => undefined);
      },
    }),
  };
}

function visitorsOf(rows: readonly AnalyticsSession[]): string[] {
  return rows.map(({ visitorHash }) => visitorHash);
}
