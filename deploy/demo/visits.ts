import { randomUUID } from "node:crypto";
import { BROWSER, type Client } from "./client.ts";

/** The number of visits recorded, as counted by the client. */
export interface Recount {
  readonly bioViews: number;
  readonly pageViews: number;
  readonly sessions: number;
}

const VIEWS_OF_A_VISIT = 3;

/**
 * Anonymous visitors open the page of a creator and consent to tracking. Each sends a view, a session and several page views. Returns how
 * much was recorded.
 * @param address of the page
 */
export async function visitPage(anyone: Client, address: string, visitors: number): Promise<Recount> {
  let recount: Recount = { bioViews: 0, pageViews: 0, sessions: 0 };
  for (let visitor = 0; visitor < visitors; visitor += 1) {
    const { bioPageId, creatorId, trackingToken } = await trackerOf(address);
    await anyone("POST", `/bio/${bioPageId}/view`, { referrer: "https://www.example.org/post" });
    const visit = { visitorId: randomUUID(), landingPage: address, consentAnalytics: "granted", bioPageId, creatorId, trackingToken };
    const session = await anyone<{ id: string | null }>("POST", "/analytics/session", visit);
    const view = { sessionId: session.id ?? randomUUID(), url: address, path: new URL(address).pathname, bioPageId };
    const views = await Promise.all(
      Array.from({ length: VIEWS_OF_A_VISIT }, () => anyone<{ id: string | null }>("POST", "/analytics/pageview", view)),
    );
    recount = {
      bioViews: recount.bioViews + 1,
      sessions: recount.sessions + (session.id === null ? 0 : 1),
      pageViews: recount.pageViews + views.filter(({ id }) => id !== null).length,
    };
  }
  return recount;
}

/** The tracker's parameters from the page; no route issues a token. */
async function trackerOf(address: string) {
  const response = await fetch(address, { headers: { accept: "text/html", "user-agent": BROWSER } });
  const script = /<script src="\/t\.js"[^>]*>/.exec(await response.text())?.[0] ?? "";
  const value = (name: string) => new RegExp(`data-${name}="([^"]+)"`).exec(script)?.[1] ?? "";
  if (script === "") throw new Error(`${address} has no tracker: status ${response.status}`);
  return { bioPageId: value("page"), creatorId: value("creator"), trackingToken: value("token") };
}
