import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { Redis } from "ioredis";
import { uuid } from "#libs/kernel/ids.ts";
import { type RedisServer, startRedisServer } from "../support/redis-server.ts";
import { startTestGateway, type TestGateway } from "./fixture.ts";

/** `endSession` needs a token and is limited by login (address), 3 a minute here. */
const configOverrides = new Map([["CONFIG_RATELIMIT_LOGIN_LIMIT", "3"]]);

let redis: RedisServer;
let gateway: TestGateway;
beforeEach(async () => {
  redis = await startRedisServer();
  gateway = await startTestGateway({ env: { configOverrides, redisUrl: redis.url, namespace: `t${uuid()}` } });
});
afterEach(async () => {
  await gateway.stop();
  await redis.dispose();
});

const end = async (token: string | undefined, address: string) =>
  (await gateway.send("POST", "/open/deletion", { token, headers: { "x-forwarded-for": address } })).status;

async function statuses(count: number, send: () => Promise<number>): Promise<number[]> {
  const seen: number[] = [];
  for (let index = 0; index < count; index += 1) seen.push(await send());
  return seen;
}

describe("limits of a caller in a network", () => {
  it("THR-14 THR-20 users count apart from their network, from each other, and from themselves elsewhere; no key holds an address", async () => {
    const [one, other] = [gateway.token("u1"), gateway.token("u2")];
    expect(await statuses(4, () => end(undefined, "203.0.113.77"))).toEqual([401, 401, 401, 429]);
    expect(await statuses(4, () => end(one, "203.0.113.77"))).toEqual([200, 200, 200, 429]);
    expect(await end(gateway.token("u1"), "203.0.113.77")).toBe(429);
    expect(await end(other, "203.0.113.77")).toBe(200);
    expect(await end(one, "198.51.100.7")).toBe(200);
    const client = new Redis(redis.url);
    const keys = (await client.keys("*")).join();
    client.disconnect();
    expect(keys).toContain("login");
    expect(keys).not.toMatch(/203\.0\.113|198\.51\.100/);
  });

  it("THR-14 the users of a network have a bound together, so that many accounts do not use up the work that others wait for", async () => {
    const seen = await statuses(25, () => end(gateway.token(`u${uuid()}`), "203.0.113.78"));
    expect(seen.filter((status) => status === 200)).toHaveLength(24);
    expect(await end(gateway.token("u1"), "198.51.100.7")).toBe(200);
  });

  it("THR-25 a user in many networks of an IPv6 site gets four times what one network gets", async () => {
    const token = gateway.token("u1");
    let network = 0;
    const seen = await statuses(20, () => end(token, `2001:db8:7:${(++network).toString(16)}::1`));
    expect(seen.filter((status) => status === 200)).toHaveLength(12);
    expect(await end(gateway.token("u2"), "2001:db8:7:1::1")).toBe(200);
    expect(await end(token, "2001:db8:8:1::1")).toBe(200);
  });

  it("THR-25 the networks of an IPv6 site have a bound together for the renewal of tokens, too", async () => {
    const ofOne = new Map(["REFRESH_LIMIT", "WIDE_FACTOR"].map((name) => [`CONFIG_RATELIMIT_${name}`, "1"]));
    const strict = await startTestGateway({ env: { configOverrides: ofOne } });
    let sent = 0;
    const renew = async (address: string) => {
      const body = { refreshToken: `token ${++sent}` };
      return (await strict.send("POST", "/renew", { body, headers: { "x-forwarded-for": address } })).status;
    };
    const seen = await statuses(101, () => renew(`2001:db8:7:${sent.toString(16)}::1`));
    const elsewhere = await renew("2001:db8:8:1::1");
    await strict.stop();
    expect(seen).toEqual([...Array(100).fill(200), 429]);
    expect(elsewhere).toBe(200);
  });
});
