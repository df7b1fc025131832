import { afterEach, describe, expect, it } from "@jest/globals";
import { GroupBroken, type SharedWork, SharedWorkTimeout, sharedWork } from "#libs/contract-kit/packing/shared-work.ts";
import { type Origin, outsideActions, runningOrigin, runningRequestId } from "#libs/contract-kit/running-action.ts";
import { systemTimers, useTimers } from "#libs/kernel/timers.ts";
import { outcomeOf } from "../support/act-as.ts";
import { eventually } from "../support/eventually.ts";

const fulfilled = <R>(value: R): PromiseSettledResult<R> => ({ status: "fulfilled", value });

/** A store whose writes a test completes one by one. */
function slowStore() {
  const writes: { readonly rows: readonly number[]; complete(error?: Error): void }[] = [];
  const run = (rows: readonly number[]) =>
    new Promise<readonly PromiseSettledResult<string>[]>((resolve, reject) => {
      writes.push({ rows, complete: (error) => (error ? reject(error) : resolve(rows.map((row) => fulfilled(`row ${row}`)))) });
    });
  const writesStarted = (count: number) => eventually(() => expect(writes).toHaveLength(count));
  return { writes, run, writesStarted };
}

const shared = <R>(run: SharedWork<number, R>["run"], options: Partial<SharedWork<number, R>> = {}) =>
  sharedWork({ name: "insert", timeoutMs: 400, run, ...options });

/** Work that refuses some members, and fails as a whole where one of them has the company of others. */
function breakableWork(isBad: (row: number) => boolean, options: Partial<SharedWork<number, string>> = {}) {
  const groups: (readonly number[])[] = [];
  const add = shared<string>(async (rows) => {
    groups.push(rows);
    const bad = rows.findIndex(isBad);
    if (bad >= 0) throw new GroupBroken(bad, new Error(`row ${rows[bad]} is bad`));
    return rows.map((row) => fulfilled(`row ${row}`));
  }, options);
  const addAll = (rows: readonly number[]) => Promise.all(rows.map((row) => add(row).catch((error: Error) => error.message)));
  return { groups, addAll };
}

describe("work that calls share", () => {
  afterEach(() => useTimers(systemTimers));

  it("ANS-01 what arrives during a group forms the next one, and each caller gets the outcome of its own member", async () => {
    const store = slowStore();
    const add = shared(store.run);
    const first = [add(0), add(1)];
    await store.writesStarted(1);
    const others = Array.from({ length: 70 }, (_, index) => add(index + 2));
    store.writes[0]?.complete();
    expect(await Promise.all(first)).toEqual(["row 0", "row 1"]);
    await store.writesStarted(2);
    store.writes[1]?.complete();
    await store.writesStarted(3);
    store.writes[2]?.complete();
    expect(await Promise.all(others)).toEqual(others.map((_, index) => `row ${index + 2}`));
    expect(store.writes.map(({ rows }) => rows.length)).toEqual([2, 64, 6]);
  });

  it("ANS-25 a member is rejected after the timeout and not written later, and a group that hangs does not stop the next one", async () => {
    const store = slowStore();
    const add = shared(store.run);
    const outcomes = await Promise.all(Array.from({ length: 65 }, (_, row) => outcomeOf(add(row))));
    expect(outcomes).toEqual(Array(65).fill(new SharedWorkTimeout("insert").message));
    const later = add(100);
    await store.writesStarted(2);
    expect(store.writes[1]?.rows).toEqual([100]);
    store.writes[1]?.complete();
    expect(await later).toBe("row 100");
  });

  it("SPD-15 a failed group is done once more without the member that its error names, then each member alone", async () => {
    const once = breakableWork((row) => row === 2);
    expect(await once.addAll([1, 2, 3])).toEqual(["row 1", "row 2 is bad", "row 3"]);
    expect(once.groups).toEqual([
      [1, 2, 3],
      [1, 3],
    ]);
    const often = breakableWork((row) => row % 2 === 0);
    expect(await often.addAll([1, 2, 3, 4, 5, 6])).toEqual(["row 1", "row 2 is bad", "row 3", "row 4 is bad", "row 5", "row 6 is bad"]);
    expect(often.groups).toEqual([[1, 2, 3, 4, 5, 6], [1, 3, 4, 5, 6], [1], [3], [5], [6]]);
  });

  it("SPD-15 where the error names nobody, each member is done alone; none waits for another", async () => {
    const add = shared(async (rows) => {
      if (rows.length > 1) throw new Error("too many");
      return rows[0] === 1 ? new Promise<never>(() => undefined) : [fulfilled("done")];
    });
    const hanging = outcomeOf(add(1));
    expect(await Promise.all([add(2), add(3)])).toEqual(["done", "done"]);
    expect(await hanging).toBe(new SharedWorkTimeout("insert").message);
  });

  it("SPD-15 an error that no member is to blame for is that of all, at once", async () => {
    const store = slowStore();
    const add = shared(store.run, { failsAll: () => true });
    const outcomes = [outcomeOf(add(1)), outcomeOf(add(2))];
    await store.writesStarted(1);
    store.writes[0]?.complete(new Error("database away"));
    expect(await Promise.all(outcomes)).toEqual(["database away", "database away"]);
    expect(store.writes).toHaveLength(1);
  });

  it("SPD-15 a caller that broke two groups is kept out of them for ten seconds", async () => {
    let now = 0;
    useTimers({ ...systemTimers, elapsedMs: () => now });
    const { groups, addAll } = breakableWork((row) => row >= 100, { callerOf: (row) => (row >= 100 ? "mallory" : "ann") });
    const groupsOf = async (rows: readonly number[]) => {
      groups.length = 0;
      await addAll(rows);
      return groups;
    };
    expect(await groupsOf([1, 100, 2])).toEqual([
      [1, 100, 2],
      [1, 2],
    ]);
    expect(await groupsOf([1, 101, 2])).toHaveLength(2);
    expect(await groupsOf([1, 102, 2])).toEqual([[102], [1, 2]]);
    now = 10_001;
    expect(await groupsOf([1, 103, 2])).toEqual([
      [1, 103, 2],
      [1, 2],
    ]);
  });

  it("TEL-05 a group has a correlation id of its own; a member that is done alone keeps that of its request", async () => {
    const ids: string[] = [];
    const add = shared(async (rows) => {
      ids.push(runningRequestId() ?? "");
      return rows.map(() => fulfilled(null));
    });
    await outsideActions({ requestId: "request-1" }, () => add(1));
    await Promise.all([outsideActions({ requestId: "request-2" }, () => add(2)), outsideActions({ requestId: "request-3" }, () => add(3))]);
    expect(ids).toEqual(["request-1", expect.stringMatching(/^group-insert-/)]);
  });

  it("TEL-05 TEL-09 what one request asks for at the same time has its correlation id and its place in the trace", async () => {
    const origins: Origin[] = [];
    const add = shared(async (rows) => {
      origins.push(runningOrigin());
      return rows.map(() => fulfilled(null));
    });
    const request = { requestId: "request-1", traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" };
    await outsideActions(request, () => Promise.all([add(1), add(2)]));
    expect(origins).toEqual([request]);
  });
});
