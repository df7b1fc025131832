import type { FaultPoints } from "#libs/platform/faults/fault-points.ts";
import type { AnalyticsPageViewDoc } from "../data/analytics-page-view.model.ts";
import type { AnalyticsPageViewStore } from "../data/analytics-page-view.store.ts";
import type { AnalyticsSessionDoc } from "../data/analytics-session.model.ts";
import type { AnalyticsSessionStore } from "../data/analytics-session.store.ts";
import type { BioPageViewDoc, BioPageViewStore } from "../data/bio-page-view.store.ts";
import type { OptOutStore } from "../data/opt-out.store.ts";
import { groupCommit } from "./group-commit.ts";
import { STORE_TIMEOUT_MS } from "./tolerate-failure.ts";

/** Inserts new rows in batches. Each call resolves when its own row is stored and rejects when the row may be missing. */
export interface TrackingWriter {
  /** Returns whether the session was inserted: not for a visitor who has opted out. */
  insertSession(session: AnalyticsSessionDoc): Promise<boolean>;
  insertPageView(view: AnalyticsPageViewDoc): Promise<void>;
  insertBioView(view: BioPageViewDoc): Promise<void>;
}

export interface TrackingWriterDeps {
  readonly sessions: AnalyticsSessionStore;
  readonly pageViews: AnalyticsPageViewStore;
  readonly bioViews: BioPageViewStore;
  readonly optOuts: OptOutStore;
  readonly faults: FaultPoints;
}

const BATCHES = { maxBatchSize: 200, maxQueueLength: 4_000, timeoutMs: STORE_TIMEOUT_MS } as const;

export function trackingWriter({ sessions, pageViews, bioViews, optOuts, faults }: TrackingWriterDeps): TrackingWriter {
  return {
    insertSession: groupCommit({
      ...BATCHES,
      async write(rows) {
        await faults.hit("analytics.session.insert");
        const optedOut = await optOuts.findOptedOut(visitorsOf(rows));
        const results = rows.map(({ visitorHash }) => !optedOut.has(visitorHash));
        const inserted = rows.filter((_, index) => results[index]);
        if (inserted.length === 0) return results;
        await sessions.insert(inserted);
        // An opt-out from now on finds the session. One that came during the insert may have missed it, so opt-outs are read again.
        for (const visitor of await optOuts.findOptedOut(visitorsOf(inserted))) await sessions.withdrawConsent(visitor);
        return results;
      },
    }),
    insertPageView: groupCommit({
      ...BATCHES,
      async write(rows) {
        await faults.hit("analytics.pageview.insert");
        await pageViews.insert(rows);
        return rows.map(() => undefined);
      },
    }),
    insertBioView: groupCommit({
      ...BATCHES,
      async write(rows) {
        await faults.hit("analytics.bio_view.insert");
        await bioViews.insert(rows);
        return rows.map(() => undefined);
      },
    }),
  };
}

function visitorsOf(sessions: readonly AnalyticsSessionDoc[]): string[] {
  return sessions.map(({ visitorHash }) => visitorHash);
}
