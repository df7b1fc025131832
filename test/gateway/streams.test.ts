import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { HINTS } from "#libs/contracts/hints.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { type EventSourceClient, openEventSource } from "#test/support/event-source.ts";
import { eventually } from "#test/support/eventually.ts";
import { type NatsServer, startNatsServer } from "#test/support/nats-server.ts";
import { type FeedScene, feedContracts, feedService } from "./feed.ts";
import { accountStandIn, openStage, type Scene, type Stage, untilReady } from "./fixture.ts";

const feed: FeedScene = { counters: new Map(), asked: 0, padding: "" };
const onStage = {
  services: (scene: Scene) => [feedService(feed), accountStandIn(scene)],
  gateway: { contracts: feedContracts },
};
const open: EventSourceClient[] = [];

async function follow(origin: string, token: string, headers: Record<string, string> = {}): Promise<EventSourceClient> {
  const source = await openEventSource(`${origin}/api/v1/feed`, { authorization: `Bearer ${token}`, ...headers });
  open.push(source);
  return source;
}

async function advance(stage: Stage, userId: string): Promise<number> {
  const next = (feed.counters.get(userId) ?? 0) + 1;
  feed.counters.set(userId, next);
  await stage.broker.broadcast(HINTS.streamNews, { userId });
  return next;
}

afterEach(() => {
  feed.padding = "";
  for (const source of open.splice(0)) source.close();
});

describe("streams of one gateway", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage(onStage);
    await untilReady(stage);
  });
  afterAll(() => stage.stop());

  it("wake on a hint of their user only, and take no harm from others", async () => {
    const [ann, bob] = [uuid(), uuid()];
    const [one, other] = [await follow(stage.origin, stage.token(ann)), await follow(stage.origin, stage.token(bob))];
    feed.counters.set(bob, 1);
    for (const payload of [undefined, null, 7, { userId: { $ne: 1 } }, {}]) await stage.broker.broadcast(HINTS.streamNews, payload);
    await advance(stage, ann);
    expect(await one.until("count", 1)).toEqual([1]);
    expect(other.data("count")).toEqual([]);
  });

  it("OPS-09 are counted as answered, and their length is no time to answer", async () => {
    const source = await follow(stage.origin, stage.token());
    source.close();
    await eventually(async () => {
      const text = await stage.runtime.metrics.render();
      expect(text).toMatch(/http_requests_total\{route="\/api\/v1\/feed",status="200"\}/);
      expect(text).not.toMatch(/route="\/api\/v1\/feed",status="499"/);
      expect(text).not.toMatch(/http_request_duration_seconds_count\{route="\/api\/v1\/feed"\}/);
    });
  });

  it("resume behind Last-Event-ID", async () => {
    const ann = uuid();
    feed.counters.set(ann, 5);
    const source = await follow(stage.origin, stage.token(ann), { "last-event-id": "2" });
    expect(await source.until("count", 3)).toEqual([3, 4, 5]);
  });

  it("ask nothing more for a client that takes nothing", async () => {
    feed.padding = "x".repeat(500_000);
    const socket = connect(Number(new URL(stage.origin).port), "127.0.0.1");
    socket.on("error", () => undefined);
    const head = ["GET /api/v1/feed HTTP/1.1", "Host: x", `Authorization: Bearer ${stage.token()}`, "", ""];
    socket.write(head.join("\r\n"));
    socket.pause();
    // What the buffers of both sockets hold has been asked for; then it stands still.
    let before = -1;
    await eventually(async () => {
      const seen = feed.asked;
      const still = seen === before;
      before = seen;
      await new Promise((resolve) => setTimeout(resolve, 250));
      expect([seen > 0, still, feed.asked]).toEqual([true, true, seen]);
    }, 15_000);
    expect(feed.asked).toBeLessThan(100);
    socket.destroy();
  });

  it("AUT-13 end when their session is revoked, and others go on", async () => {
    const sid = uuid();
    const dead = await follow(stage.origin, stage.token(uuid(), { claims: { sid } }));
    const alive = await follow(stage.origin, stage.token());
    stage.scene.revoked.push({ sessionId: sid, reason: "LOGOUT", revokedAt: new Date().toISOString() });
    const began = performance.now();
    await eventually(() => expect(dead.ended).toBe(true));
    expect(performance.now() - began).toBeLessThan(3_000);
    expect(alive.ended).toBe(false);
  });

  it("OPS-11 end in order when the gateway stops, and do not hold it up", async () => {
    const stopping = await openStage(onStage);
    await untilReady(stopping);
    const source = await follow(stopping.origin, stopping.token());
    const began = performance.now();
    await stopping.stop();
    expect(performance.now() - began).toBeLessThan(3_000);
    await eventually(() => expect(source.ended).toBe(true));
  });
});

describe("streams of two gateways", () => {
  let nats: NatsServer;
  let stage: Stage;
  let child: ChildProcess;
  let origins: readonly string[];
  beforeAll(async () => {
    nats = await startNatsServer();
    stage = await openStage({ ...onStage, env: { natsServers: [nats.url] } });
    const script = fileURLToPath(new URL("./gateway-process.ts", import.meta.url));
    const options = {
      env: { ...process.env, NODE_OPTIONS: "" },
      stdio: ["ignore", "ignore", "inherit", "ipc"] as ("ignore" | "inherit" | "ipc")[],
    };
    child = fork(script, [nats.url, stage.runtime.env.namespace], options);
    const [{ port }] = (await once(child, "message")) as [{ port: number }];
    origins = [stage.origin, `http://127.0.0.1:${port}`];
    await untilReady(stage);
    await eventually(async () => expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200));
  });
  afterAll(async () => {
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
    await stage.stop();
    await nats.dispose();
  });

  it("all get what is new", async () => {
    const ann = uuid();
    const sources = await Promise.all(origins.map((origin) => follow(origin, stage.token(ann))));
    for (let times = 0; times < 2; times++) {
      const next = await advance(stage, ann);
      for (const source of sources) await eventually(() => expect(source.data("count").at(-1)).toBe(next));
    }
  });

  it("AUT-13 end on both with their session", async () => {
    const sid = uuid();
    const token = stage.token(uuid(), { claims: { sid } });
    const sources = await Promise.all(origins.map((origin) => follow(origin, token)));
    await stage.broker.broadcast(HINTS.sessionsRevoked, { sessionId: sid, reason: "ADMIN" });
    for (const source of sources) await eventually(() => expect(source.ended).toBe(true));
  });
});
