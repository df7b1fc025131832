import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { Redis } from "ioredis";
import type { ConfigSnapshot } from "#libs/config/reader.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { type RedisServer, startRedisServer } from "#test/support/redis-server.ts";
import { openStage, type Stage, untilReady } from "./fixture.ts";

/** `search` is limited by help_articles (address), `work` by messages_send (caller); both are 3 a minute here. */
const threeAMinute = new Map([
  ["CONFIG_RATELIMIT_HELP_ARTICLES_LIMIT", "3"],
  ["CONFIG_RATELIMIT_MESSAGES_SEND_LIMIT", "3"],
]);

const from = (address: string) => ({ "x-forwarded-for": address });
const anAddress = () => `203.0.${Math.floor(Math.random() * 255)}.${Math.floor(Math.random() * 255)}`;
let revision = 0;
const setting = (key: string, value: number): ConfigSnapshot => ({
  revision: `test.${++revision}`,
  values: [{ key, scope: null, value }],
  flags: [],
  killSwitches: [],
});

describe("rate limits", () => {
  let stage: Stage;
  beforeEach(async () => {
    stage = await openStage({ env: { configOverrides: threeAMinute } });
  });
  afterEach(() => stage.stop());

  const search = (headers = {}, query = "") => stage.send("GET", `/search${query}`, { headers });
  const work = (token?: string, headers = {}) => stage.send("POST", "/tasks", { token, headers, body: {} });

  async function statuses(count: number, send: () => Promise<{ status: number }>): Promise<number[]> {
    const seen: number[] = [];
    for (let index = 0; index < count; index += 1) seen.push((await send()).status);
    return seen;
  }

  it("D8 N requests pass, request N+1 is 429", async () => {
    expect(await statuses(5, () => search())).toEqual([200, 200, 200, 429, 429]);
  });

  it("of many parallel requests exactly N pass", async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => search()));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
  });

  it("THR-14 endpoints, addresses and users are counted apart", async () => {
    const [one, other] = [stage.token("u1"), stage.token("u2")];
    expect(await statuses(4, () => work(one))).toEqual([200, 200, 200, 429]);
    expect((await work(other)).status).toBe(200);
    expect((await search()).status).toBe(200);
    expect(await statuses(4, () => search(from("198.51.100.1")))).toEqual([200, 200, 200, 429]);
    expect((await search(from("198.51.100.2"))).status).toBe(200);
  });

  it("D6 a user is one user from every address and with every session; a bad token counts by address", async () => {
    expect(await statuses(4, () => work(stage.token("u1"), from(anAddress())))).toEqual([200, 200, 200, 429]);
    expect(await statuses(4, () => work("garbage"))).toEqual([401, 401, 401, 429]);
    expect(await statuses(1, () => work())).toEqual([429]);
    expect((await work(stage.token("u2"))).status).toBe(200);
  });

  it("THR-15 path and query do not split a counter", async () => {
    stage.runtime.config.update(setting("ratelimit.default_user.limit", 3));
    const token = stage.token("u1");
    let id = 0;
    expect(await statuses(4, () => stage.send("PATCH", `/tasks/${++id}/part?x=${id}`, { token, body: {} }))).toEqual([200, 200, 200, 429]);
  });

  it("THR-16 THR-19 after the window the first request passes; Retry-After was right within a second", async () => {
    await statuses(3, () => search());
    stage.runtime.clock.advance(20_000);
    const refused = await search();
    const retryAfter = Number(refused.headers.get("retry-after"));
    expect(retryAfter).toBeGreaterThanOrEqual(39);
    expect(retryAfter).toBeLessThanOrEqual(40);
    expect(refused.headers.get("ratelimit")).toBe(`"help_articles";r=0;t=${retryAfter}`);
    stage.runtime.clock.advance((retryAfter - 1) * 1_000 - 500);
    expect((await search()).status).toBe(429);
    stage.runtime.clock.advance(1_500);
    expect((await search()).status).toBe(200);
  });

  it("THR-17 failing requests count, unreadable ones too", async () => {
    const bad = () => stage.send("GET", "/search?size=x");
    expect(await statuses(3, bad)).toEqual([400, 400, 400]);
    expect((await search()).status).toBe(429);
    const token = stage.token("u1");
    const unreadable = () => stage.send("POST", "/tasks", { token, body: "{" });
    expect(await statuses(3, unreadable)).toEqual([400, 400, 400]);
    expect((await work(token)).status).toBe(429);
    expect((await unreadable()).status).toBe(400);
  });

  it("THR-18 D3 429 wins over 401 and 400, in the envelope", async () => {
    await statuses(3, () => work());
    const { status, body } = await stage.send("POST", "/tasks", { body: { fail: 7 } });
    expect(status).toBe(429);
    expect(body.error).toMatchObject({ code: "THROTTLE_LIMIT_EXCEEDED", i18nKey: "error.throttled" });
    expect(body.error.i18nVars?.retryAfter).toBe(60);
    expect(body.error.message).toContain("60");
  });

  it("THR-19 headers tell policy and state", async () => {
    const first = await search();
    expect(first.headers.get("ratelimit-policy")).toBe('"help_articles";q=3;w=60');
    expect(first.headers.get("ratelimit")).toBe('"help_articles";r=2;t=60');
    expect(first.headers.get("retry-after")).toBeNull();
    await statuses(2, () => search());
    const refused = await search();
    expect(refused.headers.get("ratelimit")).toBe('"help_articles";r=0;t=60');
    expect(refused.headers.get("retry-after")).toBe("60");
    const other = await stage.send("POST", "/sign-in");
    expect(other.headers.get("ratelimit-policy")).toBe('"default_ip";q=120;w=60');
  });

  it("THR-23 a changed setting applies at once", async () => {
    await statuses(3, () => search());
    expect((await search()).status).toBe(429);
    stage.runtime.config.update(setting("ratelimit.help_articles.limit", 6));
    expect(await statuses(3, () => search())).toEqual([200, 200, 429]);
    stage.runtime.config.update(setting("ratelimit.help_articles.window_seconds", 5));
    expect((await search(from(anAddress()))).headers.get("ratelimit-policy")).toBe('"help_articles";q=3;w=5');
  });

  it("THR-23 CFG-29 a limit of one region meets its callers only", async () => {
    const scoped = { key: "ratelimit.help_articles.limit", value: 1, scope: { kind: "region", value: "CH" } } as const;
    stage.runtime.config.update({ revision: `test.${++revision}`, values: [scoped], flags: [], killSwitches: [] });
    const visitorOf = (country: string, address: string) => () => search({ ...from(address), "x-cdn-country": country });
    expect(await statuses(2, visitorOf("ch", "203.0.113.1"))).toEqual([200, 429]);
    expect(await statuses(2, visitorOf("FR", "203.0.113.2"))).toEqual([200, 200]);
  });

  it("THR-14 one network of IPv6 is one visitor", async () => {
    let host = 0;
    expect(await statuses(4, () => search(from(`2001:db8:1:2::${++host}`)))).toEqual([200, 200, 200, 429]);
    expect((await search(from("2001:db8:1:3::1"))).status).toBe(200);
  });

  it("is counted in the metrics", async () => {
    await statuses(4, () => search());
    expect(await stage.runtime.metrics.render()).toContain('rate_limited_total{policy="help_articles"} 1');
  });
});

describe("THR-21 without trusted proxies", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ env: { configOverrides: threeAMinute, trustedProxies: [] } });
  });
  afterAll(() => stage.stop());

  it("no header gives a new budget", async () => {
    const seen: number[] = [];
    for (let index = 0; index < 20; index += 1) {
      const headers = {
        "x-forwarded-for": anAddress(),
        "x-cdn-connecting-ip": anAddress(),
        "x-real-ip": anAddress(),
        forwarded: `for=${anAddress()}`,
      };
      seen.push((await stage.send("GET", "/search", { headers })).status);
    }
    expect(seen.filter((status) => status === 200)).toHaveLength(3);
  });

  it("no header tells a country", async () => {
    const reply = await stage.send("POST", "/echo/1", { body: { text: "a", count: 1 }, headers: { "x-cdn-country": "CH" } });
    expect(reply.body.data).not.toHaveProperty("country");
  });
});

describe("limits over Redis", () => {
  let redis: RedisServer;
  beforeEach(async () => {
    redis = await startRedisServer();
  });
  afterEach(() => redis.dispose());

  const openTwo = async () => {
    const env = { configOverrides: threeAMinute, redisUrl: redis.url, namespace: `t${uuid()}` };
    const both = [await openStage({ env }), await openStage({ env })] as const;
    await Promise.all(both.map(untilReady));
    return both;
  };

  it("THR-20 two gateways count together, and no key holds an address", async () => {
    const [one, other] = await openTwo();
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) => (index % 2 ? one : other).send("GET", "/search", { headers: from("203.0.113.77") })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
    const client = new Redis(redis.url);
    const keys = await client.keys("*");
    client.disconnect();
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.join()).not.toContain("203.0.113");
    await Promise.all([one.stop(), other.stop()]);
  });

  it("THR-22 E7 without Redis routes answer, limited in the process", async () => {
    const stage = await openStage({ env: { configOverrides: threeAMinute, redisUrl: redis.url } });
    await untilReady(stage);
    expect((await stage.send("GET", "/search")).status).toBe(200);
    await redis.stop("SIGKILL");
    const seen: number[] = [];
    for (let index = 0; index < 6; index += 1) seen.push((await stage.send("GET", "/search")).status);
    expect(seen).toEqual([200, 200, 200, 429, 429, 429]);
    const token = stage.token("u1");
    const keyed = () => stage.send("POST", "/tasks", { token, body: {}, headers: { "idempotency-key": "k" } });
    expect((await keyed()).body).toEqual((await keyed()).body);
    expect(stage.scene.runs).toBe(1);
    await stage.stop();
  });
});
