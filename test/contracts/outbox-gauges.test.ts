import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { backendNames, loadProcess } from "#deploy/launch/services.ts";
import type { DurableParts } from "#libs/platform/events/durable-middleware.ts";
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
  it.each(backendNames)("%s has one if and only if it has an outbox", async (database) => {
    const services = parts.get(database) ?? [];
    const gauge = services.flatMap(({ jobs = [] }) => jobs).find(({ name }) => name === `${database}.gauges`);
    await gauge?.run();
    const values = (await runtime.metrics.samplesOf("outbox_pending")) ?? [];
    const isMeasured = values.some(({ labels }) => labels.service === database);
    expect(isMeasured).toBe(services.some(({ outbox }) => outbox !== undefined));
  });
});
