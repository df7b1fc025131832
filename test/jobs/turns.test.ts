import { describe, expect, it } from "@jest/globals";
import { pino } from "pino";
import { eachByItself, turns } from "#libs/platform/jobs/turns.ts";

describe("the turns of a job", () => {
  it("rows that fail keep no other row waiting, and are tried again after the last one", async () => {
    const list = Array.from({ length: 7 }, (_, row) => row);
    const failing = new Set([0, 1, 2, 5]);
    const tried: number[] = [];
    const job = turns();
    const run = () =>
      job.take(
        async (skip, limit) => list.slice(skip, skip + limit),
        2,
        (rows) =>
          eachByItself(pino({ level: "silent" }), rows, String, async (row) => {
            tried.push(row);
            if (failing.has(row)) throw new Error("stays");
            list.splice(list.indexOf(row), 1);
          }),
      );
    const runs: number[] = [];
    for (let time = 0; time < 5; time += 1) runs.push(await run());
    expect([tried, runs, list]).toEqual([
      [0, 1, 2, 3, 4, 5, 6, 0, 1],
      [2, 2, 2, 1, 2],
      [0, 1, 2, 5],
    ]);
    failing.clear();
    for (let time = 0; time < 3; time += 1) await run();
    expect(list).toEqual([]);
  });
});
