import { uuid } from "#libs/kernel/ids.ts";
import type { Reply } from "../support/http.ts";
import { type CreatorPerson, dataOf, type Person, type TestSystem } from "../support/test-system.ts";

interface AnalyticsTour {
  readonly system: Pick<TestSystem, "send">;
  readonly tour: Map<string, Reply>;
  readonly fan: Person;
  readonly free: CreatorPerson;
}

/** Calls the routes of analytics, so that each succeeds once. */
export async function visitAnalytics({ system: { send }, tour, fan, free }: AnalyticsTour): Promise<void> {
  const headers = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0" };
  const visitorId = uuid();
  const visit = { visitorId, landingPage: "https://a.test/", consentAnalytics: "granted" };
  tour.set("analytics.createSession", await send("POST", "/analytics/session", { headers, body: visit }));
  const { id: sessionId } = dataOf<{ id: string }>(tour.get("analytics.createSession") as Reply, 200);
  const view = { sessionId, url: "https://a.test/", path: "/" };
  tour.set("analytics.recordPageView", await send("POST", "/analytics/pageview", { headers, body: view }));
  const { id } = dataOf<{ id: string }>(tour.get("analytics.recordPageView") as Reply, 200);
  tour.set("analytics.leavePage", await send("PATCH", `/analytics/pageview/${id}/leave`, { body: { duration: 3 } }));
  const beacon = { headers: { "content-type": "text/plain" }, body: '{"duration":4}' };
  tour.set("analytics.leavePageByBeacon", await send("POST", `/analytics/pageview/${id}/leave`, beacon));
  tour.set("analytics.heartbeat", await send("POST", "/analytics/heartbeat", { body: { sessionId } }));
  const events = [{ kind: "PAGE_VIEW", ...view }];
  tour.set("analytics.sendBatch", await send("POST", "/analytics/batch", { headers, body: { events } }));
  tour.set("analytics.trackBioView", await send("POST", `/bio/${uuid()}/view`, { headers }));
  tour.set("analytics.identify", await fan.send("POST", "/analytics/identify", { sessionId }));
  tour.set("analytics.optOut", await send("POST", "/analytics/opt-out", { body: { visitorId } }));
  const reports = `/creators/${free.creatorId}/analytics`;
  tour.set("analytics.getOverview", await free.send("GET", `${reports}/overview`));
  tour.set("analytics.getTimeseries", await free.send("GET", `${reports}/timeseries`));
  tour.set("analytics.getBreakdown", await free.send("GET", `${reports}/breakdown?dimension=country`));
  tour.set("analytics.getFunnel", await free.send("GET", `${reports}/funnel`));
  tour.set("analytics.exportPageViews", await free.send("GET", `${reports}/export`));
}
