import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { backendNames, loadProcess } from "#deploy/launch/services.ts";
import type { DurableParts } from "#libs/platform/events/durable-middleware.ts";
import { outboxJobs } from "#libs/platform/events/outbox-jobs.ts";
import type { JobParts } from "#libs/platform/jobs/jobs-middleware.ts";
import { createTestRuntime, type TestRuntime } from "../support/runtime.ts";

let runtime: TestRuntime;
/** Database → the services that use it. */
const parts = new Map<string, readonly (DurableParts & JobParts)[]>();

beforeAll(async () => {
  runtime = createTestRuntime();
  for (const database of backendNames) {
    const services = await loadProcess(database);
    parts.set(
      database,
      Object.values(services).map((factory) => factory(runtime) as DurableParts & JobParts),
    );
  }
});

afterAll(() => runtime.close());

describe("the gauges of outboxes", () => {
  it.each([
    [0, null, ["oldest"]],
    [3, new Date(Date.now() - 7_000), ["oldest", "count"]],
  ])("SPD-11 %d waiting events are read with as few commands as possible", async (waiting, since, commands) => {
    const asked: string[] = [];
    const outbox = {
      async oldestPendingAt() {
        asked.push("oldest");
        return since;
      },
      async pending() {
        asked.push("count");
        return waiting;
      },
      reconcile: async () => undefined,
    };
    const { metrics, clock } = runtime;
    const gauges = outboxJobs("messaging", { outbox, metrics, clock }).find(({ name }) => name === "messaging.gauges");
    await gauges?.run();
    expect(asked).toEqual(commands);
    const [pending, oldest] = [await metrics.samplesOf("outbox_pending"), await metrics.samplesOf("outbox_oldest_seconds")];
    const valueIn = (samples: typeof pending) => samples?.find(({ labels }) => labels.service === "messaging")?.value ?? Number.NaN;
    expect([valueIn(pending), valueIn(oldest) >= 7]).toEqual([waiting, since !== null]);
  });

  it.each(backendNames)("%s has outbox gauges if and only if it has an outbox", async (database) => {
    const services = parts.get(database) ?? [];
    const gauge = services.flatMap(({ jobs = [] }) => jobs).find(({ name }) => name === `${database}.gauges`);
    await gauge?.run();
    const values = (await runtime.metrics.samplesOf("outbox_pending")) ?? [];
    const isMeasured = values.some(({ labels }) => labels.service === database);
    expect(isMeasured).toBe(services.some(({ outbox }) => outbox !== undefined));
  });
});
