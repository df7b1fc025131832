import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { Redis } from "ioredis";
import { HINTS } from "#libs/contracts/hints.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { ConfigSnapshot } from "#libs/platform/config/reader.ts";
import { type RedisServer, startRedisServer } from "../support/redis-server.ts";
import { newStubState, startTestGateway, type TestGateway, untilReady } from "./fixture.ts";

/** `search` is limited by help_articles (address), `work` by messages_send (caller); both are 3 a minute here. */
const threeAMinute = new Map([
  ["CONFIG_RATELIMIT_HELP_ARTICLES_LIMIT", "3"],
  ["CONFIG_RATELIMIT_MESSAGES_SEND_LIMIT", "3"],
]);

const from = (address: string) => ({ "x-forwarded-for": address });
const randomAddress = () => `203.0.${Math.floor(Math.random() * 255)}.${Math.floor(Math.random() * 255)}`;
let revision = 0;
const setting = (key: string, value: number): ConfigSnapshot => ({
  revision: `test.${++revision}`,
  values: [{ key, scope: null, value }],
  flags: [],
  killSwitches: [],
});

describe("rate limits", () => {
  let gateway: TestGateway;
  beforeEach(async () => {
    gateway = await startTestGateway({ env: { configOverrides: threeAMinute } });
  });
  afterEach(() => gateway.stop());

  const search = (headers = {}, query = "") => gateway.send("GET", `/search${query}`, { headers });
  const work = (token?: string, headers = {}) => gateway.send("POST", "/tasks", { token, headers, body: {} });

  async function statuses(count: number, send: () => Promise<{ status: number }>): Promise<number[]> {
    const seenStatuses: number[] = [];
    for (let index = 0; index < count; index += 1) seenStatuses.push((await send()).status);
    return seenStatuses;
  }

  it("D8 N requests are served, request N+1 is 429", async () => {
    expect(await statuses(5, () => search())).toEqual([200, 200, 200, 429, 429]);
  });

  it("exactly N of many parallel requests are served", async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => search()));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
  });

  it("THR-14 actions, addresses and users are counted separately", async () => {
    const [token, otherToken] = [gateway.token("u1"), gateway.token("u2")];
    expect(await statuses(4, () => work(token))).toEqual([200, 200, 200, 429]);
    expect((await work(otherToken)).status).toBe(200);
    expect((await search()).status).toBe(200);
    expect(await statuses(4, () => search(from("198.51.100.1")))).toEqual([200, 200, 200, 429]);
    expect((await search(from("198.51.100.2"))).status).toBe(200);
  });

  it("D6 a user is counted over all addresses and sessions; a bad token counts for its address", async () => {
    expect(await statuses(4, () => work(gateway.token("u1"), from(randomAddress())))).toEqual([200, 200, 200, 429]);
    expect(await statuses(4, () => work("garbage"))).toEqual([401, 401, 401, 429]);
    expect(await statuses(1, () => work())).toEqual([429]);
    expect((await work(gateway.token("u2"))).status).toBe(200);
  });

  it("D6 AUT-13 the token of an ended session counts for its address: its thief leaves the owner the limits", async () => {
    const sid = uuid();
    await gateway.broker.broadcast(HINTS.sessionsRevoked.name, { sessionId: sid, reason: "LOGOUT" });
    const stolen = gateway.token("u1", { claims: { sid } });
    expect(await statuses(4, () => work(stolen, from("198.51.100.7")))).toEqual([401, 401, 401, 429]);
    expect(await statuses(4, () => work(gateway.token("u1")))).toEqual([200, 200, 200, 429]);
  });

  it("D6 AUT-13 a gateway that starts counts it for its address, too, for requests at the same time", async () => {
    const state = newStubState();
    const sid = uuid();
    state.revoked.push({ sessionId: sid, reason: "LOGOUT", revokedAt: new Date().toISOString() });
    const starting = await startTestGateway({ env: { configOverrides: threeAMinute }, state });
    const workThere = (token: string, headers = {}) => starting.send("POST", "/tasks", { token, headers, body: {} });
    const stolen = starting.token("u1", { claims: { sid } });
    await Promise.all(Array.from({ length: 12 }, () => workThere(stolen, from("198.51.100.7"))));
    expect(await statuses(4, () => workThere(starting.token("u1")))).toEqual([200, 200, 200, 429]);
    await starting.stop();
  });

  it("THR-15 requests with different paths and queries of one action are counted together", async () => {
    gateway.runtime.config.update(setting("ratelimit.default_user.limit", 3));
    const token = gateway.token("u1");
    let id = 0;
    expect(await statuses(4, () => gateway.send("PATCH", `/tasks/${++id}/part?x=${id}`, { token, body: {} }))).toEqual([
      200, 200, 200, 429,
    ]);
  });

  it("THR-16 THR-19 a request is served again after the window, and Retry-After is accurate to a second", async () => {
    await statuses(3, () => search());
    gateway.runtime.clock.advance(20_000);
    const refused = await search();
    const retryAfter = Number(refused.headers.get("retry-after"));
    expect(retryAfter).toBeGreaterThanOrEqual(39);
    expect(retryAfter).toBeLessThanOrEqual(40);
    expect(refused.headers.get("ratelimit")).toBe(`"help_articles";r=0;t=${retryAfter}`);
    gateway.runtime.clock.advance((retryAfter - 1) * 1_000 - 500);
    expect((await search()).status).toBe(429);
    gateway.runtime.clock.advance(1_500);
    expect((await search()).status).toBe(200);
  });

  it("THR-17 failed requests count, and so do requests with an unreadable body", async () => {
    const invalid = () => gateway.send("GET", "/search?size=x");
    expect(await statuses(3, invalid)).toEqual([400, 400, 400]);
    expect((await search()).status).toBe(429);
    const token = gateway.token("u1");
    const unreadable = () => gateway.send("POST", "/tasks", { token, body: "{" });
    expect(await statuses(3, unreadable)).toEqual([400, 400, 400]);
    expect((await work(token)).status).toBe(429);
    expect((await unreadable()).status).toBe(400);
  });

  it("THR-18 D3 429 takes precedence over 401 and 400, in the envelope", async () => {
    await statuses(3, () => work());
    const { status, body } = await gateway.send("POST", "/tasks", { body: { fail: 7 } });
    expect(status).toBe(429);
    expect(body.error).toMatchObject({ code: "THROTTLE_LIMIT_EXCEEDED", i18nKey: "error.throttled" });
    expect(body.error.i18nVars?.retryAfter).toBe(60);
    expect(body.error.message).toContain("60");
  });

  it("THR-19 headers contain the policy, the remaining requests and the seconds until the reset", async () => {
    const first = await search();
    expect(first.headers.get("ratelimit-policy")).toBe('"help_articles";q=3;w=60');
    expect(first.headers.get("ratelimit")).toBe('"help_articles";r=2;t=60');
    expect(first.headers.get("retry-after")).toBeNull();
    await statuses(2, () => search());
    const refused = await search();
    expect(refused.headers.get("ratelimit")).toBe('"help_articles";r=0;t=60');
    expect(refused.headers.get("retry-after")).toBe("60");
    const withDefaultPolicy = await gateway.send("POST", "/sign-in");
    expect(withDefaultPolicy.headers.get("ratelimit-policy")).toBe('"default_ip";q=120;w=60');
  });

  it("THR-23 a changed setting applies at once", async () => {
    await statuses(3, () => search());
    expect((await search()).status).toBe(429);
    gateway.runtime.config.update(setting("ratelimit.help_articles.limit", 6));
    expect(await statuses(3, () => search())).toEqual([200, 200, 429]);
    gateway.runtime.config.update(setting("ratelimit.help_articles.window_seconds", 5));
    expect((await search(from(randomAddress()))).headers.get("ratelimit-policy")).toBe('"help_articles";q=3;w=5');
  });

  it("THR-23 CFG-29 a limit of one region applies to callers of that region only", async () => {
    const scoped = { key: "ratelimit.help_articles.limit", value: 1, scope: { kind: "region", value: "CH" } } as const;
    gateway.runtime.config.update({ revision: `test.${++revision}`, values: [scoped], flags: [], killSwitches: [] });
    const searchFrom = (country: string, address: string) => () => search({ ...from(address), "x-cdn-country": country });
    expect(await statuses(2, searchFrom("ch", "203.0.113.1"))).toEqual([200, 429]);
    expect(await statuses(2, searchFrom("FR", "203.0.113.2"))).toEqual([200, 200]);
  });

  it("THR-14 addresses of one IPv6 network are counted together", async () => {
    let host = 0;
    expect(await statuses(4, () => search(from(`2001:db8:1:2::${++host}`)))).toEqual([200, 200, 200, 429]);
    expect((await search(from("2001:db8:1:3::1"))).status).toBe(200);
  });

  it("THR-24 another first entry of X-Forwarded-For starts no new counter", async () => {
    const client = `, 203.0.113.7, 10.0.0.1`;
    expect(await statuses(5, () => search(from(`${randomAddress()}${client}`)))).toEqual([200, 200, 200, 429, 429]);
    expect(await statuses(2, () => search(from(`${randomAddress()}:80${client}:80`)))).toEqual([429, 429]);
  });

  it("THR-25 all networks of an IPv6 site share four times the limit of one", async () => {
    let network = 0;
    const seen = await statuses(20, () => search(from(`2001:db8:7:${(++network).toString(16)}::1`)));
    expect(seen.filter((status) => status === 200)).toHaveLength(12);
    expect((await search(from("2001:db8:8:1::1"))).status).toBe(200);
    expect((await search(from("198.51.100.1"))).status).toBe(200);
  });

  it("THR-25 a network that is over its own limit does not use up that of its site", async () => {
    await statuses(30, () => search(from("2001:db8:7:1::1")));
    expect(await statuses(4, () => search(from("2001:db8:7:2::1")))).toEqual([200, 200, 200, 429]);
  });

  it("THR-25 the limit of a site is a setting", async () => {
    gateway.runtime.config.update(setting("ratelimit.wide_factor", 1));
    let network = 0;
    expect(await statuses(4, () => search(from(`2001:db8:7:${++network}::1`)))).toEqual([200, 200, 200, 429]);
  });

  it("refused requests are counted in the metrics", async () => {
    await statuses(4, () => search());
    expect(await gateway.runtime.metrics.render()).toContain('rate_limited_total{policy="help_articles"} 1');
  });
});

describe("rate limits at their defaults", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.stop());

  /** The number of these concurrent requests that are served. */
  async function servedOf(forwardedFor: readonly string[]): Promise<number> {
    const replies = await Promise.all(forwardedFor.map((header) => gateway.send("GET", "/search", { headers: from(header) })));
    return replies.filter(({ status }) => status === 200).length;
  }

  it("LOD-01 sixty of a hundred requests are served, for any addresses that the client writes left of its own", async () => {
    const claimed = Array.from({ length: 100 }, (_, index) => `198.51.100.${index}, 203.0.113.9${index % 2 ? "" : ":443"}, 10.0.0.1`);
    expect(await servedOf(claimed)).toBe(60);
  });

  it("LOD-02 a site of three hundred networks gets four times what one network gets, with a port or without", async () => {
    const addresses = Array.from({ length: 300 }, (_, index) => `2001:db8:9:${index.toString(16)}::1`);
    expect(await servedOf(addresses.map((address, index) => (index % 2 ? address : `[${address}]:443`)))).toBe(240);
  });
});

describe("THR-21 rate limits without trusted proxies", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ env: { configOverrides: threeAMinute, trustedProxies: [] } });
  });
  afterAll(() => gateway.stop());

  it("no forwarding header changes the counted address", async () => {
    const seenStatuses: number[] = [];
    for (let index = 0; index < 20; index += 1) {
      const headers = {
        "x-forwarded-for": randomAddress(),
        "x-cdn-connecting-ip": randomAddress(),
        "x-real-ip": randomAddress(),
        forwarded: `for=${randomAddress()}`,
      };
      seenStatuses.push((await gateway.send("GET", "/search", { headers })).status);
    }
    expect(seenStatuses.filter((status) => status === 200)).toHaveLength(3);
  });

  it("no header sets the country", async () => {
    const reply = await gateway.send("POST", "/echo/1", { body: { text: "a", count: 1 }, headers: { "x-cdn-country": "CH" } });
    expect(reply.body.data).not.toHaveProperty("country");
  });
});

describe("rate limits in Redis", () => {
  let redis: RedisServer;
  beforeEach(async () => {
    redis = await startRedisServer();
  });
  afterEach(() => redis.dispose());

  const startTwo = async () => {
    const env = { configOverrides: threeAMinute, redisUrl: redis.url, namespace: `t${uuid()}` };
    const both = [await startTestGateway({ env }), await startTestGateway({ env })] as const;
    await Promise.all(both.map(untilReady));
    return both;
  };

  it("THR-20 two gateways count together, and no key contains an address", async () => {
    const [first, second] = await startTwo();
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) => (index % 2 ? first : second).send("GET", "/search", { headers: from("203.0.113.77") })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
    const client = new Redis(redis.url);
    const keys = await client.keys("*");
    client.disconnect();
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.join()).not.toContain("203.0.113");
    await Promise.all([first.stop(), second.stop()]);
  });

  it("THR-22 E7 rate limits are counted in the process while Redis is down", async () => {
    const gateway = await startTestGateway({ env: { configOverrides: threeAMinute, redisUrl: redis.url } });
    await untilReady(gateway);
    expect((await gateway.send("GET", "/search")).status).toBe(200);
    await redis.stop("SIGKILL");
    const seenStatuses: number[] = [];
    for (let index = 0; index < 6; index += 1) seenStatuses.push((await gateway.send("GET", "/search")).status);
    expect(seenStatuses).toEqual([200, 200, 200, 429, 429, 429]);
    const token = gateway.token("u1");
    const keyed = () => gateway.send("POST", "/tasks", { token, body: {}, headers: { "idempotency-key": "k" } });
    expect((await keyed()).body).toEqual((await keyed()).body);
    expect(gateway.state.runs).toBe(1);
    await gateway.stop();
  });
});
