import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Client } from "#deploy/demo/client.ts";
import type { Person } from "#deploy/demo/people.ts";
import { freePort } from "#deploy/launch/free-port.ts";
import { eventually } from "../support/eventually.ts";
import { httpClient } from "../support/http.ts";
import { failOver, limitMemory, makeReplica, startRedisServer } from "../support/redis-server.ts";
import { healthOf, valuesOf } from "./figures.ts";
import { clusterNamed, outputOf } from "./running-cluster.ts";
import { clockWrongBy } from "./shifted-clock.ts";

/** Three bytes each in UTF-8. */
const LONG_TEXT = "अ".repeat(5_000);

const raised = [
  "RATELIMIT_DEFAULT_USER_LIMIT",
  "RATELIMIT_ADMIN_CONFIG_LIMIT",
  "RATELIMIT_MESSAGES_SEND_LIMIT",
  "RATELIMIT_REGISTER_LIMIT",
];
/** The one in REDIS_URL, and its replica. */
const [redis, replica] = await Promise.all([startRedisServer(), startRedisServer()]);
const cluster = clusterNamed("field", {
  ...Object.fromEntries(raised.map((key) => [`CONFIG_${key}`, "1000"])),
  CONFIG_DM_FREE_DAILY_LIMIT: "5",
  CONFIG_DM_FREE_PER_CREATOR_DAILY: "5",
  LOG_LEVEL: "warn",
  REDIS_URL: redis.url,
});
const gateways: ChildProcess[] = [];

interface Conversation {
  readonly id: string;
  readonly status: string;
  readonly messages: readonly { readonly from: string; readonly text: string }[];
}

/** Registers a user and confirms the address. */
async function credentialsOfNewUser() {
  const [email, password] = [`${randomUUID()}@example.org`, "a long password"];
  await (await peopleOfCluster()).register("Robin", email, password);
  return { email, password };
}

async function newUser(): Promise<Person> {
  const { email, password } = await credentialsOfNewUser();
  return (await peopleOfCluster()).signIn(email, password);
}

async function staff(): Promise<Client> {
  const { localAdmin } = await import("#deploy/demo/local-secrets.ts");
  const { email, password } = localAdmin();
  return (await peopleOfCluster()).adminSession(email, password);
}

async function peopleOfCluster() {
  process.env.DATA_DIR = cluster.dataDir;
  const { people } = await import("#deploy/demo/people.ts");
  return people(cluster.bases().map((base) => `${base}/api/v1`));
}

/** Starts one more gateway of the cluster, whose clock is wrong. */
async function startGateway(wrongBySeconds: number) {
  const port = await freePort(2);
  const nats = cluster.processList().find(({ name }) => name === "nats")?.port;
  const keyFile = (name: string) => join(cluster.dataDir, "keys", name);
  const gateway = cluster.run("deploy/launch/service.ts", ["gateway"], {
    PORT: String(port),
    METRICS_PORT: String(port + 1),
    NATS_URL: `nats://127.0.0.1:${nats}`,
    NATS_CA_FILE: keyFile("ca.pem"),
    PROCESS_KEYS_FILE: keyFile("gateway.json"),
    KEYS_ROSTER_FILE: keyFile("roster.json"),
    NODE_OPTIONS: clockWrongBy(wrongBySeconds),
  });
  gateways.push(gateway);
  return { send: httpClient(`http://127.0.0.1:${port}/api/v1`), metricsPort: port + 1, output: outputOf(gateway) };
}

/** A creator who takes free messages, and a function with which a fan sends one. */
async function freeMessages() {
  const [fan, creator] = await Promise.all([newUser(), newUser()]);
  const { creatorId } = await creator.as<{ creatorId: string }>("POST", "/creators/upgrade", { username: `u${randomUUID().slice(0, 8)}` });
  await creator.as("PATCH", `/creators/${creatorId}/dm-settings`, { dmType: "FREE" });
  const body = { receiverId: creator.userId, dmType: "FREE" };
  return async () => {
    const { status, body: answer } = await gatewayOf(0)("POST", "/messages", {
      token: fan.token,
      body: { ...body, content: randomUUID() },
    });
    return status === 201 ? "sent" : (answer.error.i18nKey ?? "");
  };
}

const countIn = (names: readonly string[], one: string) => names.filter((name) => name === one).length;

const gatewayOf = (index: number) => httpClient(`${cluster.bases()[index]}/api/v1`);

beforeAll(async () => {
  await makeReplica(replica, redis);
  await cluster.start();
});
afterAll(async () => {
  for (const gateway of gateways) gateway.kill("SIGKILL");
  await cluster.dispose();
  await Promise.all([redis.dispose(), replica.dispose()]);
});

describe("a cluster in the field", () => {
  it("FLD-26 a ticket of 80 messages of 5,000 Devanagari letters can be read, answered and closed from both sides", async () => {
    const [user, support] = [await newUser(), await staff()];
    const { id } = await user.as<Conversation>("POST", "/support/tickets", { subject: "अ".repeat(200), message: LONG_TEXT });
    for (let written = 1; written < 79; written += 2) {
      await user.as("POST", `/support/tickets/${id}/messages`, { message: LONG_TEXT });
      const answered = await support<Conversation>("POST", `/admin/support/tickets/${id}/messages`, { message: LONG_TEXT });
      expect(answered.messages).toHaveLength(written + 2);
    }
    const last = await user.as<Conversation>("POST", `/support/tickets/${id}/messages`, { message: LONG_TEXT });
    for (const { messages } of [
      last,
      await user.as<Conversation>("GET", `/support/tickets/${id}`),
      await support<Conversation>("GET", `/admin/support/tickets/${id}`),
    ]) {
      expect(messages).toHaveLength(80);
      expect(messages.every(({ text }) => text === LONG_TEXT)).toBe(true);
    }
    expect(await support<Conversation>("POST", `/admin/support/tickets/${id}/close`)).toMatchObject({ status: "CLOSED" });
    expect(await user.as<Conversation>("GET", `/support/tickets/${id}`)).toMatchObject({ status: "CLOSED" });
  });

  it.each([15, -15])("FLD-31 through a gateway whose clock is wrong by %d s every call works, and its health says so", async (seconds) => {
    const { send, metricsPort, output } = await startGateway(seconds);
    await eventually(async () => {
      const { code, status, checks } = await healthOf({ name: "gateway", metricsPort }, "ready");
      if (checks?.clock?.ok !== false) throw new Error(`not compared yet: ${status} ${output.read()}`);
      expect([code, status]).toEqual([200, "degraded"]);
    });
    const { token } = await newUser();
    const { email, password } = await credentialsOfNewUser();
    const login = await send("POST", "/auth/login", { body: { email, password } });
    const replies = [
      await send("GET", "/auth/me", { token }),
      await send("POST", "/support/tickets", { token, body: { subject: "Clocks", message: "They differ" } }),
      await send("GET", "/notifications", { token }),
      await send("GET", "/wallet", { token }),
      login,
      await send("GET", "/discover/creators"),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 201, 200, 200, 200, 200]);
    const { accessToken } = login.body.data as unknown as { accessToken: string };
    expect((await send("GET", "/auth/me", { token: accessToken })).status).toBe(200);
  });

  it("FLD-28 the processes follow Redis to its new primary within ten seconds: the sixth free message is refused", async () => {
    const sendFree = await freeMessages();
    expect([await sendFree(), await sendFree(), await sendFree()]).toEqual(["sent", "sent", "sent"]);
    await failOver(redis, replica);
    expect([await sendFree(), await sendFree()]).toEqual(["sent", "sent"]);
    expect(await sendFree()).toBe("message.send.error.free_dm_daily_limit");
    for (const index of [0, 1]) await gatewayOf(index)("GET", "/discover/creators");
    const lines = cluster
      .output()
      .read()
      .split("\n")
      .filter((line) => line.includes("counter store"));
    const logged = lines.map((line) => JSON.parse(line) as { readonly msg: string; readonly service: string });
    expect([...new Set(logged.map(({ msg }) => msg))]).toEqual(["counter store is a replica now; following its primary"]);
    // Each process that writes follows once: gateways and messaging count, and `creator` caches the order of its list.
    const [services, processes] = [logged.map(({ service }) => service), cluster.processList().map(({ name }) => name)];
    for (const one of services) expect(countIn(services, one)).toBeLessThanOrEqual(countIn(processes, one));
    await failOver(replica, redis);
  });

  it.each(["noeviction", "allkeys-lru"])(
    "FLD-32 with a full Redis and the policy %s money is not doubled, and no sixth free message is sent",
    async (policy) => {
      const [{ token }, sendFree] = [await newUser(), await freeMessages()];
      await limitMemory(redis, policy, 1);
      const topUp = { token, body: { amount: "20.00" }, headers: { "idempotency-key": randomUUID() } };
      const answers = [await gatewayOf(0)("POST", "/wallet/topups", topUp), await gatewayOf(1)("POST", "/wallet/topups", topUp)];
      const ids = answers.map(({ body }) => (body.data as unknown as { topupId: string }).topupId);
      expect(ids[0]).toBe(ids[1]);
      for (const index of [0, 1, 0]) await gatewayOf(index)("POST", `/wallet/topups/${ids[0]}/confirm`, { token, body: {} });
      const { body } = await gatewayOf(0)("GET", "/wallet", { token });
      expect(JSON.stringify(body)).toContain('"balance":"20.00"');
      let sent = 0;
      for (let attempt = 0; attempt < 7; attempt += 1) if ((await sendFree()) === "sent") sent += 1;
      expect(sent).toBeLessThanOrEqual(5);
      await eventually(async () => {
        const used = await valuesOf(cluster.measured(), "counter_store_used_ratio");
        expect(used.gateway?.every((value) => value > 0.95)).toBe(true);
      });
      await limitMemory(redis, "noeviction", 0);
    },
  );
});
