import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { backendNames } from "#deploy/launch/services.ts";
import { eventually } from "../support/eventually.ts";
import { namesOf, startTraceReceiver } from "../support/trace-receiver.ts";
import { healthOf, sumOf, valuesOf } from "./figures.ts";
import { clusterNamed, outputOf } from "./running-cluster.ts";

/** The rules say 20 and 6 seconds; the rest is for a busy machine. */
const ESCROW_SHOWN_MS = 30_000;
const BUS_NOTICED_MS = 15_000;
/** In seconds. The processes share one clock, but a call may wait on a busy machine. */
const MAX_SKEW = 2;

/** A process collects spans for five seconds before it sends them. */
const SPANS_SENT_MS = 30_000;

const traces = await startTraceReceiver();
const cluster = clusterNamed("cluster", { OTEL_EXPORTER_OTLP_ENDPOINT: traces.endpoint, OTEL_TRACES_SAMPLER_ARG: "1" });
const { processList, measured, run, demo } = cluster;

/** Opens a paid message at the start, because its escrow is shown by the next run of a job. */
let opened: ReturnType<typeof run>;
let openedOutput: ReturnType<typeof outputOf>;
beforeAll(async () => {
  await cluster.start();
  opened = run("test/cluster/open-message-process.ts", [], { BASE_URL: cluster.bases().join(",") });
  openedOutput = outputOf(opened);
});
afterAll(async () => {
  await cluster.dispose();
  await traces.stop();
});

describe("one process for each service, over NATS and Redis", () => {
  it("OPS-09 carries a paid message through all services and keeps the ledger balanced", async () => {
    const { code, text } = await demo();
    expect(text).toContain("Trial balance: 0.00");
    expect(code).toBe(0);
  });

  it("TEL-09 one trace goes from the request through the processes of services and consumers to the webhook", async () => {
    await eventually(() => {
      const spans = traces.spans();
      const requests = spans.filter(({ name }) => name === "POST /api/v1/messages");
      expect(requests.map(({ traceId }) => namesOf(spans, traceId))).toContainEqual(
        expect.arrayContaining([
          "gateway: POST /api/v1/messages",
          "messaging: messaging.sendMessage",
          "account: account.getUserSummaries",
          "notification: message.sent",
          "webhook: message.sent",
          "webhook: webhook.delivery",
        ]),
      );
    }, SPANS_SENT_MS);
  });

  it("TEL-01 every process serves its metrics and its health on the port that cluster.json lists, and the public port has no metrics", async () => {
    const listed = measured();
    expect(new Set(listed.map(({ name }) => name))).toEqual(new Set([...backendNames, "gateway"]));
    expect(new Set(listed.map(({ metricsPort }) => metricsPort)).size).toBe(listed.length);
    for (const process of listed) {
      const figures = await fetch(`http://127.0.0.1:${process.metricsPort}/metrics`);
      expect([process.name, figures.status, await figures.text()]).toEqual([process.name, 200, expect.stringContaining("calls_total")]);
      for (const kind of ["live", "startup", "ready"] as const) {
        const { code, status } = await healthOf(process, kind);
        expect([process.name, kind, code, status]).toEqual([process.name, kind, 200, kind === "startup" ? "started" : kind]);
      }
    }
    for (const base of cluster.bases()) expect((await fetch(`${base}/metrics`)).status).toBe(404);
  });

  it("TEL-03 the paid messages and the webhooks of the story are counted by the processes that sent them", async () => {
    expect(await sumOf(measured(), 'messages_sent_total{dm_type="SINGLE_PAY",status="ESCROWED"}')).toBe(3);
    const delivered = await valuesOf(measured(), 'webhook_deliveries_total{status="succeeded"}');
    expect(delivered).toEqual({ webhook: [expect.any(Number)] });
    expect(delivered.webhook?.[0]).toBeGreaterThanOrEqual(2);
  });

  it("TEL-02 an open message of 5.00 is 500 in escrow, shown by messaging and by no other process", async () => {
    await eventually(() => expect([opened.exitCode, openedOutput.read()]).toEqual([0, ""]));
    await eventually(
      async () => expect(await valuesOf(measured(), "escrow_held_minor_units")).toEqual({ messaging: [500, 500] }),
      ESCROW_SHOWN_MS,
    );
  });

  it("TEL-07 every process reports to the config service, which answers with the current time", async () => {
    await eventually(async () => {
      const skews = await valuesOf(measured(), 'bus_clock_skew_seconds{peer="config"}');
      expect(Object.keys(skews).sort()).toEqual([...backendNames, "gateway"].sort());
      expect(
        Object.values(skews)
          .flat()
          .filter((skew) => Math.abs(skew) > MAX_SKEW),
      ).toEqual([]);
    }, 2 * ESCROW_SHOWN_MS);
  });

  it("TEL-06 without the bus every service is unavailable and says since when, and with it ready again", async () => {
    const server = processList().find(({ name }) => name === "nats")?.serverPid;
    if (!server) throw new Error("the cluster lists no server of the bus");
    const before = Date.now();
    process.kill(server, "SIGSTOP");
    try {
      await eventually(async () => {
        for (const one of measured()) {
          const { code, status, checks } = await healthOf(one, "ready");
          expect([one.name, code, status, checks?.bus?.ok]).toEqual([one.name, 503, "unavailable", false]);
          expect(Date.parse(checks?.bus?.since ?? "")).toBeGreaterThanOrEqual(before);
        }
      }, BUS_NOTICED_MS);
    } finally {
      process.kill(server, "SIGCONT");
    }
    await eventually(async () => {
      for (const one of measured()) {
        const { code, checks } = await healthOf(one, "ready");
        expect([one.name, code, checks?.bus?.ok]).toEqual([one.name, 200, true]);
      }
    }, BUS_NOTICED_MS);
  });
});
