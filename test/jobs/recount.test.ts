import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { pino } from "pino";
import { recountJob } from "#libs/platform/derived-totals/derived-totals.ts";
import { createTestRuntime, disposeRuntime, type TestRuntime } from "../support/runtime.ts";

let runtime: TestRuntime;
beforeAll(() => {
  runtime = createTestRuntime();
});
afterAll(() => disposeRuntime(runtime, ["messaging"]));

it("SPD-17 a total that cannot be recounted ends no recount: those beside it and after it are corrected", async () => {
  const ids = Array.from({ length: 101 }, (_, index) => String(index).padStart(3, "0"));
  const corrected = new Set<string>();
  const totals = {
    kind: "inbox_total",
    listIds: async (after: string | null, limit: number) => ids.filter((id) => after === null || id > after).slice(0, limit),
    async correct(batch: readonly string[]) {
      if (batch.includes("042")) throw new Error("cannot be read");
      for (const id of batch) corrected.add(id);
      return [];
    },
  } as const;
  const { clock, metrics } = runtime;
  const deps = { service: "messaging", clock, database: runtime.database("messaging"), logger: pino({ level: "silent" }), metrics };
  await recountJob(deps, [totals]).run();
  expect([...corrected].toSorted()).toEqual(ids.filter((id) => id !== "042"));
});
