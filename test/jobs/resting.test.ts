import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { systemTimers, useTimers } from "#libs/kernel/timers.ts";
import { resting } from "#libs/platform/jobs/resting.ts";

describe("a job that rests", () => {
  let now: number;
  let looks: number;
  let look: () => Promise<boolean>;
  const nothing = async () => false;
  const looksOf = async (run: () => Promise<void>): Promise<number> => {
    looks = 0;
    await run();
    return looks;
  };
  const job = () =>
    resting(() => {
      looks += 1;
      return look();
    }, 10_000);

  beforeEach(() => {
    now = 0;
    look = nothing;
    useTimers({ ...systemTimers, elapsedMs: () => now });
  });
  afterEach(() => useTimers(systemTimers));

  it("SPD-11 looks for work at its first run, and after one that found nothing only when it was woken or the rest is over", async () => {
    const { run, wake } = job();
    expect([await looksOf(run), await looksOf(run)]).toEqual([1, 0]);
    now = 9_999;
    expect(await looksOf(run)).toBe(0);
    wake();
    expect([await looksOf(run), await looksOf(run)]).toEqual([1, 0]);
    now += 10_000;
    expect(await looksOf(run)).toBe(1);
  });

  it("goes on while there is work, after a failure, and when it was woken during a look", async () => {
    const { run, wake } = job();
    look = async () => true;
    expect([await looksOf(run), await looksOf(run)]).toEqual([1, 1]);
    look = () => Promise.reject(new Error("no store"));
    await expect(run()).rejects.toThrow("no store");
    look = async () => {
      wake();
      return false;
    };
    expect([await looksOf(run), await looksOf(run)]).toEqual([1, 1]);
  });
});
