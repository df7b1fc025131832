import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import type { Reply } from "#test/support/http.ts";
import { dataOf } from "#test/support/test-system.ts";
import { type CountedSystem, startCountedSystem } from "./counted-system.ts";
import { settle } from "./settle.ts";

const VISITS = 50;
const CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";

let counted: CountedSystem;
beforeAll(async () => {
  counted = await startCountedSystem();
});
afterAll(() => counted.stop());

type Visit = (index: number) => Promise<Reply>;

/** The cost of each of fifty requests, which the gateway holds until all have arrived and then releases at once. */
async function costOfEach(
  visit: Visit,
): Promise<{ readonly replies: readonly Reply[]; readonly commands: number; readonly messages: number }> {
  await settle(counted.system);
  const [commandsBefore, , callsBefore] = counted.counter.ofAll([]);
  const { rates } = counted.system.runtime.counters;
  const hit = rates.hit.bind(rates);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let waiting = 0;
  rates.hit = async (...given) => {
    const outcome = await hit(...given);
    waiting += 1;
    if (waiting === VISITS) release();
    await released;
    return outcome;
  };
  const replies = await Promise.all(Array.from({ length: VISITS }, (_, index) => visit(index)));
  rates.hit = hit;
  const ids = replies.map(({ headers }) => headers.get("x-request-id") ?? "");
  const [commandsAfter, , callsAfter] = counted.counter.ofAll(ids);
  // A call is two messages: request and response.
  return { replies, commands: (commandsAfter - commandsBefore) / VISITS, messages: (2 * (callsAfter - callsBefore)) / VISITS };
}

describe("the database commands and bus messages of many concurrent visits", () => {
  const send = (method: string, path: string, body: object) =>
    counted.system.send(method, path, { body, headers: { "user-agent": CHROME } });
  const newSession: Visit = () =>
    send("POST", "/analytics/session", { visitorId: uuid(), landingPage: "https://a.test/", consentAnalytics: "granted" });
  const newView = (sessionId: string) => send("POST", "/analytics/pageview", { sessionId, url: "https://a.test/x", path: "/x" });
  const idOf = (reply: Reply) => dataOf<{ id: string }>(reply, 200).id;

  it("SPD-06 of fifty at once a session takes at most 0.1 commands, a page view and a leave 0.3, a bio view 0.1; each takes 0.2 messages", async () => {
    const sessions = await costOfEach(newSession);
    const sessionIds = sessions.replies.map(idOf);
    const firstViews = await costOfEach((index) => newView(sessionIds[index] ?? ""));
    counted.system.runtime.clock.advance(5_000);
    const views = await costOfEach((index) => newView(sessionIds[index] ?? ""));
    const viewIds = views.replies.map(idOf);
    const leaves = await costOfEach((index) =>
      send("PATCH", `/analytics/pageview/${viewIds[index]}/leave`, { duration: index, scrollDepth: 50 }),
    );
    const bioPageId = uuid();
    const bioViews = await costOfEach(() => send("POST", `/bio/${bioPageId}/view`, { visitorId: uuid() }));
    const limits = { sessions: 0.1, firstViews: 0.3, views: 0.3, leaves: 0.3, bioViews: 0.1 };
    const measured = { sessions, firstViews, views, leaves, bioViews };
    const figures = Object.entries(measured).map(([name, { commands: each, messages }]) => ({ name, each, messages }));
    const tooMuch = figures.filter(({ name, each, messages }) => each > limits[name as keyof typeof limits] || messages > 0.2);
    expect(tooMuch).toEqual([]);
    expect(figures.every(({ each, messages }) => each > 0 && messages > 0)).toBe(true);

    const stored = (name: string) => counted.system.runtime.database("analytics").connection.collection(name);
    expect(new Set([...sessionIds, ...viewIds]).size).toBe(2 * VISITS);
    expect(await stored("analytics_sessions").countDocuments({ pageViews: 2, bounced: false })).toBe(VISITS);
    expect(await stored("analytics_page_views").countDocuments({ duration: { $gte: 5 }, scrollDepth: null })).toBe(VISITS);
    for (const [index, id] of viewIds.entries())
      expect(await stored("analytics_page_views").findOne({ _id: id as never })).toMatchObject({
        sessionId: sessionIds[index],
        duration: index,
        scrollDepth: 50,
      });
    expect(await stored("bio_page_views").countDocuments({ bioPageId })).toBe(VISITS);
  });
});
