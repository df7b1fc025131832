import { connect } from "node:net";
import { Writable } from "node:stream";
import { describe, expect, it } from "@jest/globals";
import type { ServiceBroker } from "moleculer";
import { pino } from "pino";
import { readiness } from "#gateway/health.ts";
import { httpServer } from "#gateway/http-server.ts";
import type { RevokedSessions } from "#gateway/pipeline/revoked-sessions.ts";
import { type Route, routesOf } from "#gateway/routes.ts";
import { allContracts } from "#libs/contracts/index.ts";
import type { AppError } from "#libs/errors/app-error.ts";
import type { Runtime } from "#libs/runtime/runtime.ts";
import { eventually } from "#test/support/eventually.ts";
import { startRedisServer } from "#test/support/redis-server.ts";
import { accountStandIn, fixtureService, openStage, type Stage, slowService, untilReady } from "./fixture.ts";
import { search } from "./fixture-contracts.ts";

interface Health {
  readonly status: number;
  readonly body: { readonly error?: { readonly details?: readonly { readonly message: string }[] } };
}

async function health({ origin }: Stage, kind: string): Promise<Health> {
  const reply = await fetch(`${origin}/health/${kind}`);
  return { status: reply.status, body: (await reply.json()) as Health["body"] };
}

interface Standing {
  readonly started?: boolean;
  readonly connected?: boolean;
  readonly isThere?: boolean;
  readonly revision?: string;
  readonly isFresh?: boolean;
}

/** What a gateway with one route says that it misses. */
async function missingOf({
  started = true,
  connected = true,
  isThere = true,
  revision = "1",
  isFresh = true,
}: Standing): Promise<string[]> {
  const registry = { getActionEndpoints: () => ({ hasAvailable: () => isThere }) };
  const broker = { started, transit: { connected }, registry } as unknown as ServiceBroker;
  const runtime = { config: { revision: () => revision } } as unknown as Runtime;
  const routes = [{ contract: { name: "config.getKey" } }] as unknown as Route[];
  const sessions = { isFresh: () => isFresh } as unknown as RevokedSessions;
  try {
    await readiness(runtime, broker, routes, sessions)();
    return [];
  } catch (error) {
    return (error as AppError).details.map(({ message }) => message);
  }
}

describe("OPS-06 health", () => {
  it("live at once, ready when every service is there", async () => {
    const stage = await openStage({ services: (scene) => [fixtureService(scene), accountStandIn(scene)] });
    expect(await health(stage, "live")).toEqual({ status: 200, body: { success: true, data: { status: "live" } } });
    const missing = await health(stage, "ready");
    expect(missing).toMatchObject({
      status: 503,
      body: { success: false, error: { code: "SERVICE_UNAVAILABLE", details: [{ message: "slow is not available" }] } },
    });
    stage.broker.createService(slowService(stage.scene));
    await untilReady(stage);
    expect((await health(stage, "ready")).body).toEqual({ success: true, data: { status: "ready" } });
    await stage.stop();
  });

  it.each<[string, Standing]>([
    ["nothing", {}],
    ["gateway", { started: false }],
    ["bus", { connected: false }],
    ["config", { isThere: false }],
    ["settings", { revision: "" }],
    ["sessions", { isFresh: false }],
  ])("OPS-06 is not ready, and says so, without its part: %s", async (part, standing) => {
    expect(await missingOf(standing)).toEqual(part === "nothing" ? [] : [`${part} is not available`]);
  });

  it("E7 ready without the counter store, not ready when the account service cannot read", async () => {
    const redis = await startRedisServer();
    const stage = await openStage({ env: { redisUrl: redis.url } });
    await untilReady(stage);
    await redis.stop("SIGKILL");
    expect((await stage.send("GET", "/search?word=x")).status).toBe(200);
    expect((await health(stage, "ready")).status).toBe(200);
    const account = stage.broker.getLocalService("account");
    await stage.broker.destroyService(account);
    await eventually(async () => expect((await health(stage, "ready")).status).toBe(503));
    expect((await health(stage, "live")).status).toBe(200);
    await stage.stop();
    await redis.dispose();
  });
});

describe("OPS-07 metrics", () => {
  it("are served on a port of their own, and beside the interface when asked", async () => {
    const stage = await openStage({ gateway: { metricsOnMainPort: true } });
    await stage.send("GET", "/search?word=x");
    await stage.send("POST", "/tasks/canary-id/part");
    const port: unknown = stage.broker.getLocalService("gateway")?.metadata.metricsPort;
    for (const url of [`http://127.0.0.1:${String(port)}/metrics`, `${stage.origin}/metrics`]) {
      const reply = await fetch(url);
      expect(reply.headers.get("content-type")).toContain("text/plain");
      const text = await reply.text();
      expect(text).toContain('http_requests_total{route="/api/v1/search",status="200"} 1');
      expect(text).toContain("http_request_duration_seconds_count");
      expect(text).not.toContain("canary-id");
    }
    expect((await fetch(`http://127.0.0.1:${String(port)}/`)).status).toBe(404);
    await stage.stop();
    const plain = await openStage();
    expect((await fetch(`${plain.origin}/metrics`)).status).toBe(404);
    await plain.stop();
  });
});

describe("OPS-12 request log", () => {
  it("has one line for each request: no query, no address, no body, no token", async () => {
    const lines: string[] = [];
    const sink = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const stage = await openStage({ parts: { logger: pino({ level: "info" }, sink) } });
    const token = stage.token("user-7");
    const headers = { "x-forwarded-for": "203.0.113.66", "x-request-id": "log-test-1", cookie: "session=canary-cookie" };
    await stage.send("PATCH", "/tasks/canary-path/part?canary=query", { token, headers, body: { payload: "canary-body" } });
    await stage.send("POST", "/tasks", { token, headers: { "x-request-id": "log-test-2" }, body: { fail: "bug" } });
    await eventually(() => expect(lines.filter((line) => line.includes('"request"'))).toHaveLength(2));
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(logged.find(({ correlationId }) => correlationId === "log-test-1")).toMatchObject({
      method: "PATCH",
      route: "/api/v1/tasks/{id}/part",
      status: 200,
      userId: "user-7",
      ms: expect.any(Number),
    });
    expect(logged.find(({ msg }) => msg === "a request failed")).toMatchObject({ level: 50, correlationId: "log-test-2" });
    const text = lines.join();
    for (const secret of ["canary", "203.0.113", "127.0.0.1", token]) expect(text).not.toContain(secret);
    await stage.stop();
  });
});

describe("the server", () => {
  it("OPS-11 lets requests in flight finish when it stops, and takes no new ones", async () => {
    const stage = await openStage();
    const { origin } = stage;
    const inFlight = Array.from({ length: 5 }, () => stage.send("GET", "/slow?ms=600"));
    await eventually(() => expect(stage.scene.lingering).toBe(5));
    const began = performance.now();
    await stage.stop();
    expect(performance.now() - began).toBeLessThan(2_500);
    for (const reply of await Promise.all(inFlight)) expect([reply.status, reply.headers.get("connection")]).toEqual([200, "close"]);
    await expect(fetch(`${origin}/health/live`)).rejects.toThrow();
  });

  it("API4 cuts off a client that sends its headers or its body too slowly", async () => {
    const stage = await openStage();
    const { port } = new URL(stage.origin);
    const hold = (text: string) =>
      new Promise<number>((resolve) => {
        const began = performance.now();
        const socket = connect(Number(port), "127.0.0.1", () => socket.write(text));
        socket.on("data", () => undefined);
        socket.on("error", () => undefined);
        socket.on("close", () => resolve(performance.now() - began));
      });
    const [headers, body] = await Promise.all([
      hold("GET /api/v1/search HTTP/1.1\r\nHost: x\r\n"),
      hold('POST /api/v1/sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a"'),
    ]);
    expect(headers).toBeLessThan(13_000);
    expect(body).toBeLessThan(18_000);
    await stage.stop();
  });

  it("API4 cuts off a client that does not take its answer, and none that takes it slowly", async () => {
    const idleMs = 500;
    const closed = new Map<string, boolean>();
    const server = httpServer(({ url = "" }, response) => {
      response.once("close", () => closed.set(url, response.writableFinished));
      if (url === "/large") return void response.end(Buffer.alloc(32 * 1024 * 1024));
      let beats = 0;
      const beat = setInterval(() => {
        response.write(":\n\n");
        beats += 1;
        if (beats < 15) return;
        clearInterval(beat);
        response.end();
      }, 100);
    }, idleMs);
    const port = await server.listen(0, "127.0.0.1");
    const silent = connect(port, "127.0.0.1", () => silent.write("GET /large HTTP/1.1\r\nHost: x\r\n\r\n"));
    silent.on("error", () => undefined);
    silent.pause();
    const beats = await (await fetch(`http://127.0.0.1:${port}/beats`)).text();
    expect(beats).toHaveLength(45);
    await eventually(() => expect([closed.get("/large"), closed.get("/beats")]).toEqual([false, true]), 10_000);
    silent.destroy();
    await server.stop();
  });

  it("STACK 6 has no action by which somebody on the bus could change its routes", async () => {
    const stage = await openStage();
    for (const name of ["addRoute", "removeRoute", "listAliases"])
      await expect(stage.broker.call(`gateway.${name}`, {})).rejects.toThrow(/not found|not registered/i);
    await stage.stop();
  });

  it("AUT-02 ENV-01 OPS-03 every contract of the system is a route, and knows its anonymous callers", async () => {
    const stage = await openStage({ gateway: { contracts: allContracts } });
    const routed = allContracts.flatMap(({ http }) => (http ? [http] : []));
    expect(routed.length).toBeGreaterThan(30);
    for (const { method, path, auth, root } of routed) {
      const url = `${stage.origin}${root ? "" : "/api/v1"}${path.replace(/\{\w+\}/g, "some-id")}`;
      const { status } = await fetch(url, { method });
      if (auth === "public") expect([path, [200, 400, 503].includes(status)]).toEqual([path, true]);
      else expect([path, status]).toEqual([path, 401]);
    }
    const { status, body } = await stage.send("GET", "/wallet", { token: stage.token() });
    expect([status, body.error.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
    await stage.stop();
  });

  it("two contracts cannot want one route", async () => {
    expect(() => routesOf([search, { ...search, name: "fixture.other" }])).toThrow("two contracts want GET /api/v1/search");
  });
});
