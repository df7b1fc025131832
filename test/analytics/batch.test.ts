import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { call } from "#libs/contract-kit/call.ts";
import { sendBatch } from "#libs/contracts/analytics/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { type Fixture, startAnalytics } from "./fixture.ts";

let analytics: Fixture;
beforeAll(async () => {
  analytics = await startAnalytics();
});
afterAll(() => analytics.stop());

const validationFailed = { key: "error.validation_failed" };

describe("POST /analytics/batch", () => {
  it("records several events in their order, like the single requests", async () => {
    const sessionId = await analytics.sessionId();
    const { id: pageViewId } = await analytics.view({ sessionId });
    const events = [
      { kind: "LEAVE" as const, pageViewId, duration: 7, scrollDepth: 200 },
      { kind: "PAGE_VIEW" as const, sessionId, url: "https://a.test/2", path: "/2" },
      { kind: "HEARTBEAT" as const, sessionId },
    ];
    const { results } = await call(analytics.broker, sendBatch, { events });
    expect(results.map(({ kind, id }) => [kind, id === null])).toEqual([
      ["LEAVE", true],
      ["PAGE_VIEW", false],
      ["HEARTBEAT", true],
    ]);
    expect(await analytics.pageView(pageViewId)).toMatchObject({ duration: 7, scrollDepth: 100 });
    expect(await analytics.session(sessionId)).toMatchObject({ pageViews: 2, bounced: false, exitPage: "https://a.test/2" });
  });

  it("records no event when one of them is invalid", async () => {
    const sessionId = uuid();
    const view = { kind: "PAGE_VIEW" as const, sessionId, url: "u", path: "p" };
    const invalid = [
      [view, { kind: "LEAVE", pageViewId: uuid(), duration: 4000 }],
      [view, { kind: "HEARTBEAT", sessionId: "x" }],
      [view, { kind: "OTHER" }],
      Array.from({ length: 51 }, () => view),
    ];
    for (const events of invalid) {
      await expect(call(analytics.broker, sendBatch, { events: events as [] })).rejects.toMatchObject(validationFailed);
    }
    expect(await analytics.pageViews({ sessionId })).toHaveLength(0);
  });
});
