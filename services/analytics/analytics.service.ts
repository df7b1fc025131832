import type { ServiceSchema } from "moleculer";
import type { DurableParts } from "#libs/events/durable-middleware.ts";
import type { JobParts } from "#libs/jobs/jobs-middleware.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { wait } from "#libs/kernel/wait.ts";
import type { PersonalDataParts } from "#libs/personal-data/personal-data.ts";
import { personalDataActions } from "#libs/personal-data/personal-data-actions.ts";
import type { Runtime } from "#libs/runtime/runtime.ts";
import { createSessionAction } from "./actions/create-session.ts";
import { exportPageViewsAction } from "./actions/export-page-views.ts";
import { getBreakdownAction } from "./actions/get-breakdown.ts";
import { getFunnelAction } from "./actions/get-funnel.ts";
import { getOverviewAction } from "./actions/get-overview.ts";
import { getTimeseriesAction } from "./actions/get-timeseries.ts";
import { heartbeatAction } from "./actions/heartbeat.ts";
import { identifySessionAction } from "./actions/identify-session.ts";
import { issueTrackingTokenAction } from "./actions/issue-tracking-token.ts";
import { leavePageAction, leavePageByBeaconAction } from "./actions/leave-page.ts";
import { optOutAction } from "./actions/opt-out.ts";
import { recordPageViewAction } from "./actions/record-page-view.ts";
import { sendBatchAction } from "./actions/send-batch.ts";
import { trackBioViewAction } from "./actions/track-bio-view.ts";
import { type Deps, liveDeps } from "./deps.ts";
import { onMessageSent } from "./events/on-message-sent.ts";
import { type GeoLookup, geoOf } from "./geo/geo-lookup.ts";
import { analyticsJobs } from "./jobs.ts";
import { analyticsPersonalData } from "./personal-data.ts";

const PREPARE_AGAIN_MS = 5 * SECOND;
/** Longest time a start waits for the indexes. */
const START_MS = 3 * SECOND;

/** Visits, page views and what creators see of them (spec 2.11, 4.5, 4.6), in a database of their own. */
export function analyticsService(
  runtime: Runtime,
  geo: GeoLookup = geoOf(runtime),
): ServiceSchema & DurableParts & JobParts & PersonalDataParts {
  const deps = liveDeps(runtime, geo);
  const connection = runtime.database("analytics");
  const personalData = analyticsPersonalData(connection);
  let stopped = false;
  return {
    name: "analytics",
    personalData,
    actions: {
      ...personalDataActions("analytics", { connection, clock: runtime.clock }, personalData),
      createSession: createSessionAction(deps),
      recordPageView: recordPageViewAction(deps),
      leavePage: leavePageAction(deps),
      leavePageByBeacon: leavePageByBeaconAction(deps),
      trackBioView: trackBioViewAction(deps),
      heartbeat: heartbeatAction(deps),
      sendBatch: sendBatchAction(deps),
      identify: identifySessionAction(deps),
      optOut: optOutAction(deps),
      issueTrackingToken: issueTrackingTokenAction(deps),
      getOverview: getOverviewAction(deps),
      getTimeseries: getTimeseriesAction(deps),
      getBreakdown: getBreakdownAction(deps),
      getFunnel: getFunnelAction(deps),
      exportPageViews: exportPageViewsAction(deps),
    },
    durable: [onMessageSent(deps)],
    jobs: analyticsJobs(deps),
    started: () => Promise.race([prepareSomeTime(deps, () => stopped), wait(START_MS)]),
    async stopped() {
      stopped = true;
    },
  };
}

/** The service answers also while its store is away (spec 4.5); the indexes are made as soon as it is there. */
async function prepareSomeTime(deps: Deps, isStopped: () => boolean): Promise<void> {
  try {
    await deps.prepare();
  } catch (error) {
    deps.logger.warn({ err: error }, "the analytics store is away");
    void wait(PREPARE_AGAIN_MS).then(() => (isStopped() ? undefined : prepareSomeTime(deps, isStopped)));
  }
}
