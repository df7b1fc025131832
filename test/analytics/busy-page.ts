import { call } from "#libs/contract-kit/call.ts";
import { heartbeat, identifySession, leavePage, optOut, trackBioView } from "#libs/contracts/analytics/index.ts";
import { eraseUser } from "#libs/contracts/personal-data.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { actAs } from "../support/act-as.ts";
import { seededRandom } from "../support/random.ts";
import { CHROME, type Fixture, type Owner } from "./fixture.ts";

const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Version/17.4 Mobile/15E148 Safari/604.1";

/** A page with random events; equal seeds give equal events. */
export interface BusyPage {
  readonly owner: Owner;
  /** Runs one random event and returns its name. */
  step(): Promise<string>;
}

/**
 * Visits by fans, bots and the owner, and late changes.
 * @param maxStepMs the longest time between two steps, in milliseconds
 */
export function busyPage(analytics: Fixture, seed: number, maxStepMs: number): BusyPage {
  const { below, pick } = seededRandom(seed);
  const { broker, runtime } = analytics;
  const owner = analytics.newOwner();
  const rival = analytics.newOwner();
  const fan = actAs(broker, runtime);
  const { bioPageId } = owner;
  const visitor = () => `${seed} visitor ${below(8)}`;
  const sessions: string[] = [];
  const views: string[] = [];

  async function view(sessionId: string): Promise<void> {
    const fields = {
      path: `/${below(4)}`,
      linkClicked: below(3) === 0 ? uuid() : undefined,
      userAgent: below(6) === 0 ? "curl/8" : CHROME,
    };
    const { id } = await analytics.view({ ...fields, sessionId, bioPageId: below(8) === 0 ? rival.bioPageId : bioPageId });
    if (id) views.push(id);
  }
  const leave = (pageViewId: string) =>
    call(broker, leavePage, { pageViewId, duration: below(2_000), scrollDepth: below(2) ? below(101) : undefined });

  async function visit(): Promise<string> {
    const sessionId = await analytics.sessionId({
      visitorId: visitor(),
      bioPageId,
      trackingToken: await analytics.token(bioPageId),
      creatorId: below(6) === 0 ? rival.creatorId : undefined,
      userAgent: pick([CHROME, IPHONE]),
      utmSource: pick(["mail", "ad", "Ärger", null]) ?? undefined,
      referrer: pick(["https://www.a.test/x", "https://b.test", null]) ?? undefined,
      edgeCountry: pick(["DE", "CH"]),
    });
    sessions.push(sessionId);
    for (let left = below(4); left > 0; left -= 1) await view(sessionId);
    if (below(2)) await Promise.all(views.slice(-2).map(leave));
    await call(broker, trackBioView, { bioPageId, visitorId: visitor(), userAgent: below(4) ? CHROME : "php/8" });
    return sessionId;
  }

  const events: Readonly<Record<string, () => Promise<unknown>>> = {
    visit,
    "another visit": visit,
    "many visits": async () => {
      for (let left = 5; left > 0; left -= 1) await visit();
    },
    "an own visit": async () => owner.call(identifySession, { sessionId: await visit() }),
    "late views": async () => {
      for (let left = 2; left > 0 && sessions.length > 0; left -= 1) await view(pick(sessions));
    },
    "late leaves": async () => {
      for (let left = 3; left > 0 && views.length > 0; left -= 1) await leave(pick(views));
    },
    "a late heartbeat": async () => sessions.length > 0 && call(broker, heartbeat, { sessionId: pick(sessions) }),
    "a late identify": async () => sessions.length > 0 && owner.call(identifySession, { sessionId: pick(sessions) }),
    "a fan's identify": async () => sessions.length > 0 && fan.call(identifySession, { sessionId: pick(sessions) }),
    "an opt-out that does not last": async () => {
      await call(broker, optOut, { visitorId: visitor() });
      await runtime.database("analytics").connection.collection("opt_outs").deleteMany({});
    },
    "an erasure of another creator whom sessions name": async () =>
      call(broker, eraseUser.analytics, { userId: rival.userId, creatorId: rival.creatorId, bioPageIds: [rival.bioPageId] }),
    "the retention": async () => runtime.jobs.runNow("analytics.forget-old-rows"),
  };

  return {
    owner,
    async step() {
      runtime.clock.advance(below(maxStepMs));
      const name = pick(Object.keys(events));
      await events[name]?.();
      return name;
    },
  };
}
