import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { action } from "#libs/contract-kit/contract.ts";
import { implement } from "#libs/contract-kit/implement.ts";
import { createBroker } from "#libs/platform/broker/create-broker.ts";
import { eventually } from "../support/eventually.ts";
import { createTestRuntime } from "../support/runtime.ts";
import { startTestGateway, type TestGateway, untilReady } from "./fixture.ts";

/** Requests of class normal that a gateway answers side by side at its start. */
const CAP = 128;
/** Calls of one action that a process runs side by side, and as many as wait for that. */
const RUNNING = 64;
const WAITING = 128;

describe("a gateway with too much to do", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    const lifted = ["DEFAULT_IP", "DEFAULT_USER", "MESSAGES_SEND"].map((key) => [`CONFIG_RATELIMIT_${key}_LIMIT`, "100000"] as const);
    gateway = await startTestGateway({ env: { testHooks: false, configOverrides: new Map(lifted) } });
    await untilReady(gateway);
  });
  afterAll(() => gateway.stop());

  it("LOD-05 refuses with 503, Retry-After and a text in the client's language; money is not refused", async () => {
    const headers = { "accept-language": "de" };
    const waitFor = (ms: number) => gateway.send("GET", `/slow?ms=${ms}`, { headers });
    const occupying = Array.from({ length: CAP }, () => waitFor(2_500));
    await eventually(async () => expect(await gateway.runtime.metrics.render()).toContain(`http_in_flight{class="normal"} ${CAP}`));
    const refused = await Promise.all(Array.from({ length: 10 }, () => waitFor(0)));
    for (const { status, headers: sent, body } of refused) {
      expect([status, body.error.code, body.error.i18nKey]).toEqual([503, "SERVICE_UNAVAILABLE", "error.overloaded"]);
      expect(["1", "2", "3", "4", "5"]).toContain(sent.get("retry-after"));
      expect(body.error.message).toContain("ausgelastet");
    }
    expect((await gateway.send("POST", "/tasks", { token: gateway.token(), body: {} })).status).toBe(200);
    const figures = await gateway.runtime.metrics.render();
    expect(figures).toContain('http_shed_total{class="normal"} 10');
    expect(figures).not.toMatch(/http_shed_total\{class="money"\} [1-9]/);
    const served = (await Promise.all(occupying)).map(({ status }) => status);
    expect(served).toEqual(Array(CAP).fill(200));
  });
});

describe("a service with too much to do", () => {
  const wait = action({ name: "crowded.wait", summary: "Wait", params: { ms: { type: "number" } }, returns: { type: "json" }, errors: [] });
  const runtime = createTestRuntime();
  let begun = 0;
  const run = implement(wait, async ({ params: { ms } }) => {
    begun += 1;
    await pause(ms);
    return {};
  });
  const broker = createBroker(runtime, [() => ({ name: "crowded", actions: { wait: run } })]);
  const call = (ms: number, options: object = {}) =>
    broker.call("crowded.wait", { ms }, options).then(
      () => "ok",
      ({ name, key }: { name: string; key?: string }) => key ?? name,
    );
  beforeAll(() => broker.start());
  afterAll(async () => {
    await broker.stop();
    await runtime.close();
  });

  it("LOD-05 runs 64 calls of an action, lets 128 wait, and refuses further ones at once", async () => {
    begun = 0;
    const answers = Array.from({ length: RUNNING + WAITING + 5 }, () => call(300));
    expect(await Promise.race([Promise.all(answers.slice(-5)), pause(200)])).toEqual(Array(5).fill("QueueIsFullError"));
    expect(begun).toBe(RUNNING);
    expect(await Promise.all(answers.slice(0, -5))).toEqual(Array(RUNNING + WAITING).fill("ok"));
  });

  it("LOD-05 does not begin work whose caller has given up while it waited", async () => {
    begun = 0;
    const occupying = Array.from({ length: RUNNING }, () => call(400));
    const impatient = await Promise.all(Array.from({ length: 10 }, () => call(0, { timeout: 100 })));
    expect(impatient).toEqual(Array(10).fill("RequestTimeoutError"));
    await Promise.all(occupying);
    expect(await call(0)).toBe("ok");
    expect(begun).toBe(RUNNING + 1);
  });

  it.each([
    [9_000, "ok"],
    [11_000, "error.upstream_timeout"],
  ])("LOD-05 a call that was %d ms on its way, of 8 s and 2 s by which clocks may differ, is answered with %s", async (ms, answer) => {
    expect(await call(0, { meta: { sentAt: Date.now() - ms, budgetMs: 8_000 } })).toBe(answer);
  });
});

describe("connections to a gateway", () => {
  /** Opens a connection and sends the request. Resolves at the first data, or when the connection is closed. */
  const open = (gateway: TestGateway, request: string) =>
    new Promise<{ readonly text: string; close(): void }>((resolve) => {
      const socket = connect(Number(new URL(gateway.origin).port), "127.0.0.1", () => socket.write(request));
      const close = () => socket.destroy();
      let text = "";
      socket.setEncoding("utf8").on("data", (part) => {
        text += part;
        resolve({ text, close });
      });
      socket.on("error", () => undefined).on("close", () => resolve({ text, close }));
    });
  const LIVE = "GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n";

  it("LOD-05 connections are limited to 200 for an address that is no trusted proxy; further ones are refused, until others are closed", async () => {
    const gateway = await startTestGateway({ env: { trustedProxies: [] } });
    const opened = await Promise.all(Array.from({ length: 200 }, () => open(gateway, LIVE)));
    expect(opened.filter(({ text }) => !text.startsWith("HTTP/1.1 200"))).toEqual([]);
    const { text } = await open(gateway, "");
    expect(text).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\nRetry-After: [1-5]\r\n/);
    expect(text).toContain('"i18nKey":"error.overloaded"');
    opened[0]?.close();
    await eventually(async () => expect((await open(gateway, LIVE)).text).toMatch(/^HTTP\/1\.1 200/));
    for (const { close } of opened) close();
    await gateway.stop();
  });

  it("LOD-05 connections of a trusted proxy are limited by the total only", async () => {
    const gateway = await startTestGateway({ env: { trustedProxies: ["127.0.0.0/8"] } });
    const opened = await Promise.all(Array.from({ length: 210 }, () => open(gateway, LIVE)));
    expect(opened.filter(({ text }) => !text.startsWith("HTTP/1.1 200"))).toEqual([]);
    for (const { close } of opened) close();
    await gateway.stop();
  });
});
