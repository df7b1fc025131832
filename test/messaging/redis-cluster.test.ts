import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { type RedisServer, startRedisCluster } from "../support/redis-server.ts";
import { type MessagingFixture, messagingFixture, sendFrom } from "./messaging-fixture.ts";

let redis: RedisServer;
let fixture: MessagingFixture;

beforeAll(async () => {
  redis = await startRedisCluster();
  fixture = await messagingFixture({}, { redisUrl: redis.url });
  await eventually(async () => expect(await fixture.runtime.counters.ping()).toBe(true));
});
afterAll(async () => {
  await fixture.stop();
  await redis.dispose();
});

it("MSG-68 MSG-24 free messages are counted on a cluster of counter stores as on a single one", async () => {
  fixture.setConfig({ "dm.free_daily_limit": 2 });
  const fan = fixture.newFan();
  for (let sent = 0; sent < 2; sent += 1) {
    expect(await sendFrom(fixture, fan, fixture.newCreator())).toMatchObject({ status: "DELIVERED" });
  }
  const refusal = { key: "message.send.error.free_dm_daily_limit" };
  await expect(sendFrom(fixture, fan, fixture.newCreator())).rejects.toMatchObject(refusal);
});
