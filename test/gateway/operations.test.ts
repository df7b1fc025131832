import { connect } from "node:net";
import { Writable } from "node:stream";
import { describe, expect, it } from "@jest/globals";
import type { ServiceBroker } from "moleculer";
import { pino } from "pino";
import type { RevokedSessions } from "#gateway/authentication/revoked-sessions.ts";
import { httpServer } from "#gateway/http/http-server.ts";
import { readiness } from "#gateway/operations/health.ts";
import { type Route, routesOf } from "#gateway/routing/routes.ts";
import { allContracts } from "#libs/contracts/index.ts";
import type { AppError } from "#libs/errors/app-error.ts";
import { metricsPortOf } from "#libs/platform/operations/operations.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import { eventually } from "../support/eventually.ts";
import { startRedisServer } from "../support/redis-server.ts";
import { within } from "../support/within.ts";
import { accountStub, fixtureService, slowService, startTestGateway, type TestGateway, untilReady } from "./fixture.ts";
import { search } from "./fixture-contracts.ts";

interface Health {
  readonly status: number;
  readonly body: { readonly error?: { readonly details?: readonly { readonly message: string }[] } };
}

async function health({ origin }: TestGateway, kind: string): Promise<Health> {
  const reply = await fetch(`${origin}/health/${kind}`);
  return { status: reply.status, body: (await reply.json()) as Health["body"] };
}

interface State {
  readonly started?: boolean;
  readonly connected?: boolean;
  readonly isAvailable?: boolean;
  readonly revision?: string;
  readonly isFresh?: boolean;
}

/** The missing parts that a gateway with one route names. */
async function missingOf({
  started = true,
  connected = true,
  isAvailable = true,
  revision = "1",
  isFresh = true,
}: State): Promise<string[]> {
  const registry = { getActionEndpoints: () => ({ hasAvailable: () => isAvailable }) };
  const broker = { started, transit: { connected }, registry } as unknown as ServiceBroker;
  const runtime = { config: { revision: () => revision, silentMs: () => 0 } } as unknown as Runtime;
  const routes = [{ contract: { name: "config.getKey" } }, { contract: { name: "content.getKey" } }] as unknown as Route[];
  const sessions = { isFresh: () => isFresh } as unknown as RevokedSessions;
  try {
    await readiness(runtime, broker, routes, sessions)();
    return [];
  } catch (error) {
    return (error as AppError).details.map(({ message }) => message);
  }
}

describe("OPS-06 health checks", () => {
  it("health checks say that the gateway is live at once, and ready when every service has a node", async () => {
    const gateway = await startTestGateway({ services: (state) => [fixtureService(state), accountStub(state)] });
    expect(await health(gateway, "live")).toEqual({ status: 200, body: { success: true, data: { status: "live" } } });
    const missing = await health(gateway, "ready");
    expect(missing).toMatchObject({
      status: 503,
      body: { success: false, error: { code: "SERVICE_UNAVAILABLE", details: [{ message: "slow is not available" }] } },
    });
    gateway.broker.createService(slowService(gateway.state));
    await untilReady(gateway);
    expect((await health(gateway, "ready")).body).toEqual({ success: true, data: { status: "ready" } });
    await gateway.stop();
  });

  it.each<[string, State]>([
    ["nothing", {}],
    ["gateway", { started: false }],
    ["bus", { connected: false }],
    ["settings", { revision: "" }],
    ["content", { isAvailable: false }],
    ["sessions", { isFresh: false }],
  ])("OPS-06 name the missing part: %s", async (part, state) => {
    expect(await missingOf(state)).toEqual(part === "nothing" ? [] : [`${part} is not available`]);
  });

  it("E7 health checks do not need the counter store, but need the account service", async () => {
    const redis = await startRedisServer();
    const gateway = await startTestGateway({ env: { redisUrl: redis.url } });
    await untilReady(gateway);
    await redis.stop("SIGKILL");
    expect((await gateway.send("GET", "/search?word=x")).status).toBe(200);
    expect((await health(gateway, "ready")).status).toBe(200);
    const account = gateway.broker.getLocalService("account");
    await gateway.broker.destroyService(account);
    await eventually(async () => expect((await health(gateway, "ready")).status).toBe(503));
    expect((await health(gateway, "live")).status).toBe(200);
    await gateway.stop();
    await redis.dispose();
  });
});

describe("OPS-07 metrics", () => {
  it("metrics are served on a port of their own, and on the main port as well when the option is set", async () => {
    const gateway = await startTestGateway({ options: { metricsOnMainPort: true } });
    await gateway.send("GET", "/search?word=x");
    await gateway.send("POST", "/tasks/canary-id/part");
    const port = metricsPortOf(gateway.broker);
    for (const url of [`http://127.0.0.1:${port}/metrics`, `${gateway.origin}/metrics`]) {
      const reply = await fetch(url);
      expect(reply.headers.get("content-type")).toContain("text/plain");
      const text = await reply.text();
      expect(text).toContain('http_requests_total{route="/api/v1/search",status="200"} 1');
      expect(text).toContain("http_request_duration_seconds_count");
      expect(text).not.toContain("canary-id");
    }
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
    await gateway.stop();
    const plain = await startTestGateway();
    expect((await fetch(`${plain.origin}/metrics`)).status).toBe(404);
    await plain.stop();
  });

  it("TEL-07 metrics do not count answers to probes, so a process that is not ready yet has no error rate", async () => {
    const gateway = await startTestGateway();
    for (const path of ["/health/live", "/health/ready"]) await fetch(gateway.origin + path);
    await gateway.send("GET", "/search?word=x");
    await eventually(async () => expect(await gateway.runtime.metrics.render()).toContain('route="/api/v1/search"'));
    expect(await gateway.runtime.metrics.render()).not.toContain('route="/health/');
    await gateway.stop();
  });
});

describe("OPS-12 the request log", () => {
  it("the request log has one line for each request, without query, address, body or token", async () => {
    const lines: string[] = [];
    const sink = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const gateway = await startTestGateway({ parts: { logger: pino({ level: "info" }, sink) } });
    const token = gateway.token("user-7");
    const headers = { "x-forwarded-for": "203.0.113.66", "x-request-id": "log-test-1", cookie: "session=canary-cookie" };
    await gateway.send("PATCH", "/tasks/canary-path/part?canary=query", { token, headers, body: { payload: "canary-body" } });
    await gateway.send("POST", "/tasks", { token, headers: { "x-request-id": "log-test-2" }, body: { fail: "bug" } });
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
    await gateway.stop();
  });
});

describe("the server of a gateway", () => {
  it("OPS-11 finishes requests in flight when it stops, and accepts no new ones", async () => {
    const gateway = await startTestGateway();
    const { origin } = gateway;
    const inFlight = Array.from({ length: 5 }, () => gateway.send("GET", "/slow?ms=600"));
    await eventually(() => expect(gateway.state.slowCalls).toBe(5));
    await within(2_500, gateway.stop());
    for (const reply of await Promise.all(inFlight)) expect([reply.status, reply.headers.get("connection")]).toEqual([200, "close"]);
    await expect(fetch(`${origin}/health/live`)).rejects.toThrow();
  });

  it("API4 disconnects a client that sends its headers or its body too slowly", async () => {
    const server = httpServer((request) => void request.resume(), { headersMs: 1_000, requestMs: 2_000 });
    const port = await server.listen(0, "127.0.0.1");
    const untilClosed = (text: string) =>
      new Promise<string>((resolve) => {
        let received = "";
        const socket = connect(port, "127.0.0.1", () => socket.write(text));
        socket.on("data", (data) => {
          received += data;
        });
        socket.on("close", () => resolve(received));
      });
    const [headers, body] = await Promise.all([
      untilClosed("GET /api/v1/search HTTP/1.1\r\nHost: x\r\n"),
      untilClosed('POST /api/v1/sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a"'),
    ]);
    expect([headers, body]).toEqual([expect.stringMatching(/^HTTP\/1\.1 400 /), expect.stringMatching(/^HTTP\/1\.1 400 /)]);
    // A browser would mistake it for the answer to its next request.
    expect(await untilClosed("")).toBe("");
    await server.stop();
  });

  it("API4 disconnects a client that does not read its response, but none that reads it slowly", async () => {
    const idleMs = 2_000;
    const closed = new Map<string, boolean>();
    const server = httpServer(
      ({ url = "" }, response) => {
        response.once("close", () => closed.set(url, response.writableFinished));
        if (url === "/large") return void response.end(Buffer.alloc(32 * 1024 * 1024));
        let heartbeats = 0;
        const timer = setInterval(() => {
          response.write(":\n\n");
          heartbeats += 1;
          if (heartbeats < 10) return;
          clearInterval(timer);
          response.end();
        }, 300);
      },
      { idleMs },
    );
    const port = await server.listen(0, "127.0.0.1");
    const silent = connect(port, "127.0.0.1", () => silent.write("GET /large HTTP/1.1\r\nHost: x\r\n\r\n"));
    silent.on("error", () => undefined);
    silent.pause();
    const heartbeats = await (await fetch(`http://127.0.0.1:${port}/beats`)).text();
    expect(heartbeats).toHaveLength(30);
    await eventually(() => expect([closed.get("/large"), closed.get("/beats")]).toEqual([false, true]));
    silent.destroy();
    await server.stop();
  });

  it("STACK 6 has no action that changes its routes", async () => {
    const gateway = await startTestGateway();
    for (const name of ["addRoute", "removeRoute", "listAliases"])
      await expect(gateway.broker.call(`gateway.${name}`, {})).rejects.toThrow(/not found|not registered/i);
    await gateway.stop();
  });

  it("AUT-02 ENV-01 OPS-03 serves every contract of the system, with 401 for anonymous callers of routes that are not public", async () => {
    const gateway = await startTestGateway({ options: { contracts: allContracts } });
    const routed = allContracts.flatMap(({ http }) => (http ? [http] : []));
    expect(routed.length).toBeGreaterThan(30);
    for (const { method, path, auth, root } of routed) {
      const url = `${gateway.origin}${root ? "" : "/api/v1"}${path.replace(/\{\w+\}/g, "some-id")}`;
      const { status } = await fetch(url, { method });
      if (auth === "public") expect([path, [200, 400, 503].includes(status)]).toEqual([path, true]);
      else expect([path, status]).toEqual([path, 401]);
    }
    const { status, body } = await gateway.send("GET", "/wallet", { token: gateway.token() });
    expect([status, body.error.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
    await gateway.stop();
  });

  it("two contracts with the same method and path throw at start", async () => {
    expect(() => routesOf([search, { ...search, name: "fixture.other" }])).toThrow("two contracts have the route GET /api/v1/search");
  });
});
