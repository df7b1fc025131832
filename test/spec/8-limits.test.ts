import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { policyOf } from "#gateway/pipeline/rate-limit.ts";
import { RATE_LIMITS } from "#libs/policies/rate-limits.ts";
import type { Reply } from "../support/http.ts";
import { type CreatorPerson, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { envelopeFaults, refusalOf } from "./refusal.ts";
import { servedRoutes } from "./served-routes.ts";

let system: TestSystem;

beforeAll(async () => {
  system = await startTestSystem({}, "spec");
});

afterAll(() => system.stop());

/** Sends a request until it is 429, at most `maxRequests` times. Returns all replies. */
async function untilThrottled(send: () => Promise<Reply>, maxRequests: number): Promise<Reply[]> {
  const replies: Reply[] = [];
  while (replies.length < maxRequests && replies.at(-1)?.status !== 429) replies.push(await send());
  return replies;
}

interface Limit {
  readonly send: () => Promise<Reply>;
  readonly limit: number;
  readonly seconds: number;
  readonly policy: string;
}

async function expectLimit({ send, limit, seconds, policy }: Limit): Promise<void> {
  const replies = await untilThrottled(send, limit + 5);
  expect(replies.map(({ status }) => status === 429)).toEqual([...Array.from({ length: limit }, () => false), true]);
  const [first, last] = [replies[0] as Reply, replies.at(-1) as Reply];
  expect([last.body.error.code, last.body.error.i18nKey, envelopeFaults(last)]).toEqual(["THROTTLE_LIMIT_EXCEEDED", "error.throttled", []]);
  const retryAfter = Number(last.headers.get("retry-after"));
  expect(retryAfter).toBeGreaterThan(seconds - 30);
  expect(retryAfter).toBeLessThanOrEqual(seconds);
  expect(last.body.error.i18nVars).toEqual({ retryAfter });
  expect(first.headers.get("ratelimit-policy")).toBe(`"${policy}";q=${limit};w=${seconds}`);
  expect(first.headers.get("ratelimit")).toMatch(new RegExp(`^"${policy}";r=${limit - 1};t=\\d+$`));
  expect(last.headers.get("ratelimit")).toMatch(new RegExp(`^"${policy}";r=0;t=\\d+$`));
}

/** The table of spec 8: rule, route, requests, seconds, and what is counted. */
const TABLE = [
  ["THR-01", "PATCH /creators/{creatorId}/vacation", 30, 3600, "caller"],
  ["THR-02", "POST /creators/upgrade", 30, 3600, "caller"],
  ["THR-03", "POST /users/delete", 3, 3600, "caller"],
  ["THR-04", "POST /gdpr/delete", 1, 86_400, "caller"],
  ["THR-05", "POST /analytics/session", 10, 60, "address"],
  ["THR-06", "POST /analytics/pageview", 30, 60, "address"],
  ["THR-07", "PATCH /analytics/pageview/{pageViewId}/leave", 10, 60, "address"],
  ["THR-08", "POST /bio/{bioPageId}/view", 60, 60, "address"],
  ["THR-09", "GET /notifications", 60, 60, "caller"],
  ["THR-10", "POST /messages", 10, 60, "caller"],
  ["THR-11", "GET /public/help/articles", 60, 60, "address"],
  ["THR-12", "GET /discover/category/{platform}", 60, 60, "address"],
  ["THR-13", "POST /admin/webhooks/{id}/rotate-secret", 10, 3600, "caller"],
] as const;

describe("spec 8: the table of limits", () => {
  it.each(TABLE)(
    "%s %s: %i requests in %i seconds for each %s, unless a setting says otherwise",
    (_rule, route, limit, windowSeconds, by) => {
      const policies = servedRoutes.filter(({ http }) => `${http.method} ${http.path}` === route).map(({ http }) => policyOf(http));
      const [policy] = policies;
      if (!policy) throw new Error(`no contract has the route ${route}`);
      expect([policies.length, RATE_LIMITS[policy]]).toEqual([1, { limit, windowSeconds, by }]);
      const { config } = system.runtime;
      expect([config.read(`ratelimit.${policy}.limit`), config.read(`ratelimit.${policy}.window_seconds`)]).toEqual([limit, windowSeconds]);
    },
  );
});

describe("spec 8: limits of a running system", () => {
  let creator: CreatorPerson;
  let user: Person;
  beforeAll(async () => {
    [creator, user] = await Promise.all([system.newCreator(), system.newUser()]);
  });

  it("THR-01 THR-18 THR-19 PATCH vacation allows 30 requests an hour, and failed ones count", async () => {
    let index = 0;
    const send = () =>
      creator.send("PATCH", `/creators/${creator.creatorId}/vacation`, index++ % 2 ? { enabled: "no" } : { enabled: false });
    await expectLimit({ send, limit: 30, seconds: 3600, policy: "creators_vacation" });
  });

  it("THR-01 requests with another path parameter are counted together", async () => {
    expect((await creator.send("PATCH", "/creators/another/vacation", { enabled: true })).status).toBe(429);
  });

  it("THR-02 POST upgrade allows 30 requests an hour", async () => {
    await expectLimit({ send: () => user.send("POST", "/creators/upgrade", {}), limit: 30, seconds: 3600, policy: "creators_upgrade" });
  });

  it("THR-09 GET notifications allows 60 requests a minute", async () => {
    await expectLimit({ send: () => user.send("GET", "/notifications"), limit: 60, seconds: 60, policy: "notifications_list" });
  });

  it("THR-10 THR-17 MSG-62 POST messages allows 10 requests a minute, and invalid ones count", async () => {
    const send = () => user.send("POST", "/messages", { nonsense: true });
    await expectLimit({ send, limit: 10, seconds: 60, policy: "messages_send" });
    const valid = { receiverId: creator.userId, dmType: "FREE", content: "valid" };
    expect((await user.send("POST", "/messages", valid)).status).toBe(429);
  });

  it("THR-03 POST users/delete allows 3 requests an hour, and failed ones count", async () => {
    const leaver = await system.newUser();
    const send = () => leaver.send("POST", "/users/delete", { password: "a wrong password" });
    await expectLimit({ send, limit: 3, seconds: 3600, policy: "users_delete" });
  });

  it("THR-04 GDP-02 POST gdpr/delete allows one request a day; a request on the next day is 409, because a deletion is scheduled", async () => {
    const leaver = await system.newUser();
    await expectLimit({ send: () => leaver.send("POST", "/gdpr/delete"), limit: 1, seconds: 86_400, policy: "gdpr_delete" });
    system.runtime.clock.advance(86_400_000 + 1_000);
    const returned = await system.signIn(leaver.email, leaver.password);
    expect(refusalOf(await returned.send("POST", "/gdpr/delete"))).toBe("409 error.user.deletion_scheduled");
    system.runtime.clock.reset();
  });

  it("THR-14 users and actions are counted separately, and a user over all addresses", async () => {
    const other = await system.newUser();
    expect((await other.send("GET", "/notifications")).status).toBe(200);
    expect((await user.send("GET", "/notifications/unread-count")).status).toBe(200);
    expect((await user.send("GET", "/notifications", undefined, { headers: { "x-forwarded-for": "198.51.100.7" } })).status).toBe(429);
  });

  it("THR-16 a request is served again after the window", async () => {
    expect((await user.send("GET", "/notifications")).status).toBe(429);
    system.runtime.clock.advance(61_000);
    expect((await user.send("GET", "/notifications")).status).toBe(200);
    system.runtime.clock.reset();
  });

  it("THR-23 a changed setting applies without a restart", async () => {
    const other = await system.newUser();
    await system.setConfig("ratelimit.messages_send.limit", 2);
    const replies = await untilThrottled(() => other.send("POST", "/messages", {}), 5);
    expect(replies.map(({ status }) => status)).toEqual([400, 400, 429]);
  });

  it("THR-18 429 takes precedence over 401 for anonymous callers, who are counted by address", async () => {
    const send = () => system.send("GET", "/notifications", { headers: { "x-forwarded-for": "203.0.113.9" } });
    const replies = await untilThrottled(send, 65);
    expect(new Set(replies.slice(0, -1).map(({ status }) => status))).toEqual(new Set([401]));
    expect([replies.length, replies.at(-1)?.status]).toEqual([61, 429]);
    expect((await system.send("GET", "/notifications", { headers: { "x-forwarded-for": "203.0.113.10" } })).status).toBe(401);
  });

  it("THR-10 exactly ten of thirty parallel requests are served", async () => {
    await system.setConfig("ratelimit.messages_send.limit", 10);
    const other = await system.newUser();
    const replies = await Promise.all(Array.from({ length: 30 }, () => other.send("POST", "/messages", {})));
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(10);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(20);
  });
});
