import { describe, expect, it } from "@jest/globals";
import { type Admission, admission } from "#gateway/admission/admission.ts";
import type { WorkClass } from "#libs/contract-kit/work-class.ts";
import { systemTimers, useTimers } from "#libs/kernel/timers.ts";

/** A clock that the test advances. */
let now = 0;
let pending: { readonly at: number; readonly callback: () => void }[] = [];
useTimers({
  ...systemTimers,
  elapsedMs: () => now,
  after(milliseconds, callback) {
    const timer = { at: now + milliseconds, callback };
    pending.push(timer);
    return () => {
      pending = pending.filter((each) => each !== timer);
    };
  },
});
const pass = (milliseconds: number) => {
  now += milliseconds;
  const due = pending.filter(({ at }) => at <= now);
  pending = pending.filter(({ at }) => at > now);
  for (const { callback } of due) callback();
};
const settled = () => new Promise((resolve) => setImmediate(resolve));

interface Load {
  readonly admitted: Admission;
  readonly shed: WorkClass[];
  readonly outcomes: string[];
  /** Sends requests that last until the test ends them. */
  send(workClass: WorkClass, count: number): void;
  /** Ends requests in the order in which they began. */
  end(count: number): Promise<void>;
}

function newLoad(): Load {
  const shed: WorkClass[] = [];
  const outcomes: string[] = [];
  const running: (() => void)[] = [];
  const admitted = admission(
    (workClass) => shed.push(workClass),
    () => 0.5,
  );
  const work = () => new Promise<void>((resolve) => running.push(resolve));
  return {
    admitted,
    shed,
    outcomes,
    send(workClass, count) {
      for (let index = 0; index < count; index += 1) {
        admitted.run(workClass, work).then(
          () => outcomes.push("ok"),
          (error: { key: string; vars: { retryAfter: number } }) => outcomes.push(`${error.key} ${error.vars.retryAfter}`),
        );
      }
    },
    async end(count) {
      for (const resolve of running.splice(0, count)) resolve();
      await settled();
    },
  };
}

describe("the admission of requests", () => {
  it("LOD-05 runs as many requests as the cap, lets as many again wait, and refuses the rest at once", async () => {
    const { admitted, shed, outcomes, send, end } = newLoad();
    send("track", 200);
    await settled();
    expect(admitted.state("track")).toEqual({ inFlight: 64, waiting: 64, cap: 64 });
    expect(outcomes).toEqual(Array(72).fill("error.overloaded 3"));
    expect(shed).toEqual(Array(72).fill("track"));
    expect(() => admitted.requireRoom("track")).toThrow("very busy");
    expect(shed).toHaveLength(73);
    await end(10);
    expect(admitted.state("track")).toEqual({ inFlight: 64, waiting: 54, cap: 64 });
    for (const workClass of ["track", "money"] as const) admitted.requireRoom(workClass);
    expect(shed).toHaveLength(73);
  });

  it("LOD-05 refuses a request that has waited for a quarter of a second", async () => {
    const { admitted, shed, send } = newLoad();
    send("slow", 20);
    await settled();
    pass(249);
    expect(admitted.state("slow")).toMatchObject({ inFlight: 16, waiting: 4 });
    pass(1);
    await settled();
    expect(admitted.state("slow")).toMatchObject({ inFlight: 16, waiting: 0 });
    expect(shed).toHaveLength(4);
  });

  it("LOD-05 leaves room for money under any number of visits", async () => {
    const { admitted, shed, send } = newLoad();
    send("track", 1_000);
    send("normal", 1_000);
    send("money", 128);
    await settled();
    expect(admitted.state("money")).toMatchObject({ inFlight: 128, waiting: 0 });
    expect(shed).not.toContain("money");
  });

  it("LOD-05 admits fewer requests while answers are slow or a queue behind it is full, more while they are fast, and returns to the start", async () => {
    const { admitted, send, end } = newLoad();
    const capAfter = (lagMs = 0) => {
      admitted.adapt(lagMs);
      return admitted.state("track").cap;
    };
    send("track", 30);
    await settled();
    pass(251);
    await end(30);
    expect(capAfter()).toBe(51);
    const full = Object.assign(new Error("full"), { name: "QueueIsFullError" });
    await expect(admitted.run("track", () => Promise.reject(full))).rejects.toBe(full);
    expect(capAfter()).toBe(40);
    send("track", 40);
    await settled();
    await end(40);
    expect(capAfter()).toBe(48);
    expect([capAfter(), capAfter(), capAfter()]).toEqual([56, 64, 64]);
    send("track", 64);
    await settled();
    await end(64);
    expect([capAfter(), capAfter()]).toEqual([72, 64]);
  });

  it("LOD-05 draws no conclusion from few answers", async () => {
    const { admitted, send, end } = newLoad();
    send("track", 64);
    await settled();
    pass(5_000);
    await end(19);
    admitted.adapt(0);
    expect(admitted.state("track").cap).toBe(64);
  });

  it.each([
    [201, ["track"]],
    [501, ["track", "normal", "slow"]],
    [1_001, ["track", "normal", "slow", "money"]],
  ])("LOD-05 refuses the least important classes while the process lags by %d ms", async (lagMs, refused) => {
    const { admitted, shed, send } = newLoad();
    admitted.adapt(lagMs);
    send("track", 1);
    admitted.adapt(lagMs);
    expect(shed).toEqual([]);
    for (const workClass of ["track", "normal", "slow", "money"] as const) send(workClass, 1);
    await settled();
    expect(shed).toEqual(refused);
    admitted.adapt(0);
    send("track", 1);
    await settled();
    expect(shed).toEqual(refused);
  });
});
