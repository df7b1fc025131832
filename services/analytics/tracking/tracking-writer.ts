import { originContext } from "#libs/contract-kit/running-action.ts";
import { batcher } from "#libs/kernel/batcher.ts";
import type { FaultPoints } from "#libs/platform/faults/fault-points.ts";
import { isStoreUnavailable } from "#libs/platform/mongo/store-unavailable.ts";
import type { AnalyticsPageViewDoc } from "../data/analytics-page-view.model.ts";
import type { AnalyticsPageViewStore, Leave } from "../data/analytics-page-view.store.ts";
import type { AnalyticsSessionDoc } from "../data/analytics-session.model.ts";
import type { AnalyticsSessionStore, CountedView } from "../data/analytics-session.store.ts";
import type { BioPageViewDoc, BioPageViewStore } from "../data/bio-page-view.store.ts";
import type { OptOutStore } from "../data/opt-out.store.ts";
import { durationUntilNext } from "../domain/page-duration.ts";
import { STORE_TIMEOUT_MS } from "./tolerate-failure.ts";

/**
 * The writes of tracking, each batched over concurrent requests. A call resolves when its own row is stored, and rejects when that is
 * uncertain.
 */
export interface TrackingWriter {
  /** Returns whether the session was inserted; false for a visitor who has opted out. */
  insertSession(session: AnalyticsSessionDoc): Promise<boolean>;
  insertPageView(view: AnalyticsPageViewDoc): Promise<void>;
  insertBioView(view: BioPageViewDoc): Promise<void>;
  /** Counts a page view in its session. */
  countPageView(view: CountedView): Promise<void>;
  /** Fills in the duration of the previous view, if it is still unknown (spec 4.5). */
  fillPreviousDuration(view: AnalyticsPageViewDoc): Promise<void>;
  applyLeave(leave: Leave): Promise<void>;
}

export interface TrackingWriterDeps {
  readonly sessions: AnalyticsSessionStore;
  readonly pageViews: AnalyticsPageViewStore;
  readonly bioViews: BioPageViewStore;
  readonly optOuts: OptOutStore;
  readonly faults: FaultPoints;
}

const DONE: PromiseSettledResult<void> = { status: "fulfilled", value: undefined };

function batchedWrite<M, R>(name: string, run: (members: readonly M[]) => Promise<PromiseSettledResult<R>[]>): (member: M) => Promise<R> {
  const context = originContext;
  return batcher({ name: `analytics.${name}`, context, run, failsAll: isStoreUnavailable, timeoutMs: STORE_TIMEOUT_MS });
}

export function trackingWriter(deps: TrackingWriterDeps): TrackingWriter {
  const { sessions, pageViews, bioViews, faults } = deps;
  return {
    insertSession: batchedWrite("insertSession", (rows) => insertSessions(deps, rows)),
    insertPageView: batchedWrite("insertPageView", async (rows) => {
      await faults.hit("analytics.pageview.insert");
      return pageViews.insert(rows);
    }),
    insertBioView: batchedWrite("insertBioView", async (rows) => {
      await faults.hit("analytics.bio_view.insert");
      return bioViews.insert(rows);
    }),
    countPageView: batchedWrite("countPageView", async (views) => {
      await faults.hit("analytics.pageview.update");
      return sessions.countPageViews(views);
    }),
    fillPreviousDuration: batchedWrite("fillPreviousDuration", (views) => fillPreviousDurations(deps, views)),
    applyLeave: batchedWrite("applyLeave", async (leaves) => {
      await faults.hit("analytics.leave.update");
      return pageViews.applyLeaves(leaves);
    }),
  };
}

async function insertSessions(
  { sessions, optOuts, faults }: TrackingWriterDeps,
  rows: readonly AnalyticsSessionDoc[],
): Promise<PromiseSettledResult<boolean>[]> {
  await faults.hit("analytics.session.insert");
  const optedOut = await optOuts.findOptedOut(visitorsOf(rows));
  const wanted = rows.filter(({ visitorHash }) => !optedOut.has(visitorHash));
  const outcomes = new Map<AnalyticsSessionDoc, PromiseSettledResult<void>>();
  if (wanted.length > 0) {
    for (const [index, outcome] of (await sessions.insert(wanted)).entries()) outcomes.set(wanted[index] as AnalyticsSessionDoc, outcome);
    // An opt-out from now on finds the session. One during the insert may have missed it, so opt-outs are read again.
    for (const visitor of await optOuts.findOptedOut(visitorsOf(wanted))) await sessions.withdrawConsent(visitor);
  }
  return rows.map((row) => {
    const outcome = outcomes.get(row);
    return outcome?.status === "rejected" ? outcome : { status: "fulfilled", value: outcome !== undefined };
  });
}

function visitorsOf(sessions: readonly AnalyticsSessionDoc[]): string[] {
  return sessions.map(({ visitorHash }) => visitorHash);
}

async function fillPreviousDurations(
  { pageViews }: TrackingWriterDeps,
  views: readonly AnalyticsPageViewDoc[],
): Promise<PromiseSettledResult<void>[]> {
  const previous = await pageViews.findPrevious(views.map(({ _id }) => _id));
  const durations = views.map(({ _id, enteredAt }) => {
    const before = previous.get(_id);
    const seconds = before ? durationUntilNext(before.enteredAt, enteredAt) : null;
    return before && seconds !== null ? { viewId: before._id, seconds } : null;
  });
  const known = durations.filter((duration) => duration !== null);
  const outcomes = known.length > 0 ? await pageViews.fillDurations(known) : [];
  return durations.map((duration) => outcomes[duration ? known.indexOf(duration) : -1] ?? DONE);
}
