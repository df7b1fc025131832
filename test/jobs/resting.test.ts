import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { systemTimers, useTimers } from "#libs/kernel/timers.ts";
import { type RestingWork, resting } from "#libs/platform/jobs/resting.ts";

describe("a job that rests", () => {
  let now: number;
  let looks: number;
  let look: () => Promise<boolean | Date | null>;
  const clock = { now: () => new Date(now) };
  const nothing = async () => false;
  const looksOf = async ({ rests, run }: RestingWork): Promise<number> => {
    looks = 0;
    if (!rests()) await run();
    return looks;
  };
  const job = () =>
    resting({ clock, restMs: 10_000 }, () => {
      looks += 1;
      return look();
    });

  beforeEach(() => {
    now = 0;
    look = nothing;
    useTimers({ ...systemTimers, elapsedMs: () => now });
  });
  afterEach(() => useTimers(systemTimers));

  it("SPD-11 a resting job looks for work at its first run; after an empty run only when it was woken or the rest is over", async () => {
    const work = job();
    expect([await looksOf(work), await looksOf(work)]).toEqual([1, 0]);
    now = 9_999;
    expect(await looksOf(work)).toBe(0);
    work.wake();
    expect([await looksOf(work), await looksOf(work)]).toEqual([1, 0]);
    now += 10_000;
    expect(await looksOf(work)).toBe(1);
  });

  it("SPD-11 a run before the work is due does not forget the due time", async () => {
    const work = job();
    work.wakeAt(new Date(5_000));
    expect(await looksOf(work)).toBe(1);
    now = 5_000;
    expect([await looksOf(work), await looksOf(work)]).toEqual([1, 0]);
  });

  it("SPD-11 a resting job looks for work at the earliest due time that it knows, and runs at once on request", async () => {
    const work = job();
    look = async () => new Date(7_000);
    expect(await looksOf(work)).toBe(1);
    work.wakeAt(new Date(5_000));
    work.wakeAt(new Date(6_000));
    now = 4_999;
    expect(await looksOf(work)).toBe(0);
    now = 5_000;
    expect([await looksOf(work), await looksOf(work)]).toEqual([1, 0]);
    now = 7_000;
    expect(await looksOf(work)).toBe(1);
    look = async () => {
      work.wakeAt(new Date(8_000));
      return null;
    };
    await work.run();
    now = 8_000;
    expect(await looksOf(work)).toBe(1);
  });

  it("a resting job continues while there is work, after a failure, and when it was woken during a run", async () => {
    const work = job();
    look = async () => true;
    expect([await looksOf(work), await looksOf(work)]).toEqual([1, 1]);
    look = () => Promise.reject(new Error("no store"));
    await expect(work.run()).rejects.toThrow("no store");
    look = async () => {
      work.wake();
      return false;
    };
    expect([await looksOf(work), await looksOf(work)]).toEqual([1, 1]);
  });
});
