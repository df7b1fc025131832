import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { processes } from "#deploy/launch/services.ts";
import type { DurableParts } from "#libs/events/durable-middleware.ts";
import type { JobParts } from "#libs/jobs/jobs-middleware.ts";
import { createTestRuntime, type TestRuntime } from "#test/support/runtime.ts";

const { gateway: _gateway, ...backends } = processes;

let runtime: TestRuntime;
/** Database → what its services run beside their actions. */
const parts = new Map<string, readonly (DurableParts & JobParts)[]>();

beforeAll(() => {
  runtime = createTestRuntime();
  for (const [database, services] of Object.entries(backends)) {
    parts.set(
      database,
      Object.values(services).map((factory) => factory(runtime) as DurableParts & JobParts),
    );
  }
});

afterAll(() => runtime.close());

describe("facts that wait for the stream", () => {
  it.each(Object.keys(backends))("those of %s are told to an operator, if it has an outbox", async (database) => {
    const services = parts.get(database) ?? [];
    const gauge = services.flatMap(({ jobs = [] }) => jobs).find(({ name }) => name === `${database}.gauges`);
    await gauge?.run();
    const { values } = await runtime.metrics.outboxPending.get();
    const told = values.some(({ labels }) => labels.service === database);
    expect(told).toBe(services.some(({ outbox }) => outbox !== undefined));
  });
});
