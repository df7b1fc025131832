import { randomUUID } from "node:crypto";
import { readEnv } from "#libs/platform/env/read-env.ts";
import { trackingToken } from "#services/analytics/domain/tracking-token.ts";
import type { Client } from "./client.ts";

/** How many visits were recorded, as the client counted them. */
export interface Recount {
  readonly bioViews: number;
  readonly pageViews: number;
  readonly sessions: number;
}

const PATHS = ["/", "/about", "/prices"];

/** The tracking token that the server renders into a bio page: tokens are issued to internal callers only (spec 4.5). */
function tokenInPage(bioPageId: string): string {
  return trackingToken(readEnv().secrets.analyticsTokenKey, bioPageId, new Date()).token;
}

/** Anonymous visitors open a bio page: a bio view, a session, several page views. Returns how much was recorded. */
export async function visitBioPage(anyone: Client, page: { bioPageId: string; creatorId: string }, visitors: number): Promise<Recount> {
  const { bioPageId, creatorId } = page;
  let recount: Recount = { bioViews: 0, pageViews: 0, sessions: 0 };
  for (let visitor = 0; visitor < visitors; visitor += 1) {
    const visitorId = randomUUID();
    await anyone("POST", `/bio/${bioPageId}/view`, { visitorId, referrer: "https://www.example.org/post" });
    const landingPage = "https://creator.example.org/";
    const visit = { visitorId, landingPage, bioPageId, creatorId, consentAnalytics: "granted", trackingToken: tokenInPage(bioPageId) };
    const session = await anyone<{ id: string | null }>("POST", "/analytics/session", visit);
    const views = await Promise.all(
      PATHS.map((path) => {
        const view = { sessionId: session.id ?? randomUUID(), url: `https://creator.example.org${path}`, path, bioPageId };
        return anyone<{ id: string | null }>("POST", "/analytics/pageview", view);
      }),
    );
    recount = {
      bioViews: recount.bioViews + 1,
      sessions: recount.sessions + (session.id === null ? 0 : 1),
      pageViews: recount.pageViews + views.filter(({ id }) => id !== null).length,
    };
  }
  return recount;
}
