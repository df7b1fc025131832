import { getMyProfile } from "#libs/contracts/creator/index.ts";
import { recounts } from "#libs/platform/derived-totals/recount.model.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import { defineService, type PlatformServiceSchema } from "#libs/platform/service/define-service.ts";
import { loadable } from "#libs/platform/service/loadable.ts";
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
import { analyticsPageViews } from "./data/analytics-page-view.model.ts";
import { analyticsSessions } from "./data/analytics-session.model.ts";
import { bioPageViews } from "./data/bio-page-view.store.ts";
import { optOuts } from "./data/opt-out.store.ts";
import { pageDays } from "./data/page-day.model.ts";
import { paidMessages } from "./data/paid-message.store.ts";
import { type Deps, liveDeps } from "./deps.ts";
import { onMessageSent } from "./events/on-message-sent.ts";
import { type GeoLookup, geoLookup } from "./geo/geo-lookup.ts";
import { analyticsJobs } from "./jobs.ts";
import { analyticsPersonalData } from "./personal-data.ts";

/** Tracks visits and page views and reports them to creators (spec 2.11, 4.5, 4.6), in a database of its own. */
export function analyticsService(runtime: Runtime, geo: GeoLookup = geoLookup(runtime)): PlatformServiceSchema {
  const deps = liveDeps(runtime, geo);
  return defineService(deps, {
    actions: {
      ...trackingActions(deps),
      ...reportActions(deps),
    },
    calls: [getMyProfile],
    consumes: [onMessageSent(deps)],
    jobs: analyticsJobs(deps),
    figures: ["trackingDropped", "derivedTotalDrift"],
    collections: [analyticsSessions, analyticsPageViews, bioPageViews, pageDays, optOuts, paidMessages, recounts],
    personalData: analyticsPersonalData(deps.database),
    prepare: () => geo.open(),
    // Tracking requests are answered even while the database is unavailable (spec 4.5).
    waitsForDatabase: false,
  });
}

export default loadable(analyticsService);

const trackingActions = (deps: Deps) => ({
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
});

const reportActions = (deps: Deps) => ({
  getOverview: getOverviewAction(deps),
  getTimeseries: getTimeseriesAction(deps),
  getBreakdown: getBreakdownAction(deps),
  getFunnel: getFunnelAction(deps),
  exportPageViews: exportPageViewsAction(deps),
});
