import { spawnSync } from "node:child_process";
import type { ServerResponse } from "node:http";
import { Writable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { createLogger } from "#libs/platform/log/logger.ts";
import { startTestGateway } from "../gateway/fixture.ts";
import { openAdminBrowser } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { liftedLimits } from "../support/lifted-limits.ts";
import { dataOf, startTestSystem } from "../support/test-system.ts";
import { namesOf, startTraceReceiver, type TraceReceiver } from "../support/trace-receiver.ts";
import { within } from "../support/within.ts";
import { LOOPBACK } from "../webhook/fixture.ts";
import { startReceiver, withStatus } from "../webhook/receiver.ts";

const TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
const SAMPLED = `00-${TRACE_ID}-00f067aa0ba902b7-01`;
const NOT_SAMPLED = `00-${TRACE_ID}-00f067aa0ba902b7-00`;
/** Longer than a stop waits for the receiver of traces, and shorter than the timeout of a request to it. */
const STOPPED_MS = 3_000;

let traces: TraceReceiver;
beforeEach(async () => {
  traces = await startTraceReceiver();
});
afterEach(() => traces.stop());

/** Starts the system with traces of all requests, sends one paid message, and stops it when its webhook has arrived. */
async function paidMessage() {
  const env = { tracing: { endpoint: traces.endpoint, sampleRatio: 1 }, configOverrides: new Map([LOOPBACK]) };
  const [system, hooks] = await Promise.all([startTestSystem(env), startReceiver()]);
  try {
    const [fan, creator, browser] = await Promise.all([
      system.newFan("5.00"),
      system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" }),
      openAdminBrowser(system, await system.admin()),
    ]);
    dataOf(await browser.send("POST", "/admin/webhooks", { url: hooks.url, kinds: ["message.sent"] }), 201);
    const message = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "5.00", content: "a secret of two" };
    dataOf(await fan.send("POST", "/messages", message), 201);
    const hook = await eventually(() => {
      const [first] = hooks.received;
      if (!first) throw new Error("no webhook");
      return first;
    });
    return { fan, creator, hook };
  } finally {
    await system.stop();
    await hooks.stop();
  }
}

describe("traces", () => {
  it("TEL-09 traces go from the request through action, event and consumers to the webhook, and hold names only", async () => {
    const { fan, creator, hook } = await paidMessage();
    const spans = traces.spans();
    const request = spans.find(({ name }) => name === "POST /api/v1/messages");
    expect(namesOf(spans, request?.traceId)).toEqual(
      expect.arrayContaining([
        "platform: POST /api/v1/messages",
        "platform: messaging.sendMessage",
        "platform: account.getUserSummaries",
        "platform: message.sent",
        "platform: webhook.delivery",
      ]),
    );
    const groups = spans.filter(({ name, traceId }) => name === "message.sent" && traceId === request?.traceId);
    expect(JSON.stringify(groups.map(({ attributes }) => attributes))).toContain("notification");
    expect(hook.headers.traceparent).toMatch(new RegExp(`^00-${request?.traceId}-[0-9a-f]{16}-01$`));
    expect(spans.find(({ name }) => name === "webhook.delivery")?.spanId).toBe(String(hook.headers.traceparent).split("-")[2]);
    const exported = JSON.stringify(traces.received.map(({ body }) => body));
    for (const secret of [fan.userId, creator.userId, creator.creatorId, fan.email, "a secret of two"])
      expect(exported).not.toContain(secret);
  });

  it.each([
    { proxies: ["127.0.0.0/8"], sent: SAMPLED, sampleRatio: 0, recorded: [TRACE_ID] },
    { proxies: ["127.0.0.0/8"], sent: NOT_SAMPLED, sampleRatio: 1, recorded: [] },
    { proxies: ["127.0.0.0/8"], sent: SAMPLED.toUpperCase(), sampleRatio: 0, recorded: [] },
    { proxies: ["10.0.0.0/8"], sent: SAMPLED, sampleRatio: 0, recorded: [] },
    { proxies: ["10.0.0.0/8"], sent: SAMPLED, sampleRatio: 1, recorded: [expect.not.stringMatching(TRACE_ID)] },
  ])(
    "TEL-09 continue $sent of a proxy, trusted are $proxies, with ratio $sampleRatio",
    async ({ proxies, sent, sampleRatio, recorded }) => {
      const tracing = { endpoint: traces.endpoint, sampleRatio };
      const gateway = await startTestGateway({ env: { tracing, trustedProxies: proxies } });
      const { status } = await gateway.send("GET", "/search", { headers: { traceparent: sent } });
      await gateway.stop();
      const searches = traces.spans().filter(({ name }) => name === "fixture.search");
      expect([status, searches.map(({ traceId }) => traceId)]).toEqual([200, recorded]);
    },
  );

  it("TEL-09 call a failure of ours failed, and a refusal not", async () => {
    const gateway = await startTestGateway({ env: { tracing: { endpoint: traces.endpoint, sampleRatio: 1 } } });
    const token = gateway.token();
    for (const fail of ["bug", "conflict"]) await gateway.send("POST", "/tasks", { token, body: { fail } });
    await gateway.stop();
    const codes = (wanted: string) => traces.spans().flatMap(({ name, status }) => (name === wanted ? [status.code] : []));
    expect([codes("fixture.work"), codes("POST /api/v1/tasks")]).toEqual([
      [2, 0],
      [2, 0],
    ]);
  });

  it("TEL-09 neither fail a request nor fill the log while their receiver refuses them, nor hold up a stop while it is silent", async () => {
    const lines: string[] = [];
    const collect = new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) });
    const env = { tracing: { endpoint: traces.endpoint, sampleRatio: 1 }, configOverrides: new Map(liftedLimits()) };
    const gateway = await startTestGateway({ env, parts: { logger: createLogger("warn", {}, collect) } });
    const statuses = new Set<number>();
    const ask = async () => void statuses.add((await gateway.send("POST", "/echo/1", { body: { text: "hello", count: 1 } })).status);
    traces.answer(withStatus(400));
    await eventually(async () => {
      await Promise.all(Array.from({ length: 100 }, ask));
      expect(traces.received.length).toBeGreaterThan(2);
    });
    expect(lines.filter((line) => line.includes("traces not sent"))).toHaveLength(1);

    const silent: ServerResponse[] = [];
    traces.answer((response) => void silent.push(response));
    await ask();
    await within(STOPPED_MS, gateway.stop());
    expect([[...statuses], silent.length > 0]).toEqual([[201], true]);
    for (const response of silent) response.writeHead(400).end();
  });

  it("TEL-09 without tracing a process loads only the interface of OpenTelemetry that the metrics need", () => {
    expect([loadedWith({}), loadedWith({ OTEL_EXPORTER_OTLP_ENDPOINT: traces.endpoint }).length > 0]).toEqual([[], true]);
  });
});

/**
 * The OpenTelemetry packages that a process has loaded after it started its broker. prom-client loads their interface, which does nothing
 * by itself.
 */
function loadedWith(variables: Readonly<Record<string, string>>): string[] {
  const program = `
    import { createRequire } from "node:module";
    import { readEnv } from "#libs/platform/env/read-env.ts";
    import { createBroker } from "#libs/platform/broker/create-broker.ts";
    import { createRuntime } from "#libs/platform/runtime/create-runtime.ts";
    const broker = createBroker(createRuntime(readEnv()), []);
    await broker.start();
    const files = Object.keys(createRequire(import.meta.url).cache);
    const packages = files.flatMap((file) => /@opentelemetry[/\\\\](?!api[/\\\\])[^/\\\\]+/.exec(file)?.[0] ?? []);
    console.log(JSON.stringify([...new Set(packages)]));
    process.exit();`;
  const { NODE_OPTIONS: _forJest, ...inherited } = process.env;
  const env = { ...inherited, ...variables, LOG_LEVEL: "silent", METRICS_PORT: "0", DATA_DIR: process.env.DATA_DIR ?? ".data" };
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8", env });
  const last = stdout.trim().split("\n").at(-1) ?? "";
  if (!last.startsWith("[")) throw new Error(stderr);
  return JSON.parse(last) as string[];
}
