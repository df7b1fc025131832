import { describe, expect, it } from "@jest/globals";
import { type Origin, originContext, outsideActions, runningOrigin, runningRequestId } from "#libs/contract-kit/running-action.ts";
import { type Batching, BatchTimeout, batcher } from "#libs/kernel/batcher.ts";
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

type Work<R> = Batching<number, R, Origin>;
const batched = <R>(run: Work<R>["run"], options: Partial<Work<R>> = {}) =>
  batcher<number, R, Origin>({ name: "insert", context: originContext, timeoutMs: 400, run, ...options });

describe("work in batches", () => {
  it("ANS-01 what arrives during a batch forms the next one, and each caller gets the outcome of its own member", async () => {
    const store = slowStore();
    const add = batched(store.run);
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

  it("ANS-25 a member is rejected after the timeout and not written later, and a batch that hangs does not stop the next one", async () => {
    const store = slowStore();
    const add = batched(store.run);
    const outcomes = await Promise.all(Array.from({ length: 65 }, (_, row) => outcomeOf(add(row))));
    expect(outcomes).toEqual(Array(65).fill(new BatchTimeout("insert").message));
    const later = add(100);
    await store.writesStarted(2);
    expect(store.writes[1]?.rows).toEqual([100]);
    store.writes[1]?.complete();
    expect(await later).toBe("row 100");
  });

  it("SPD-15 the members of a batch that fails run alone; none waits for another", async () => {
    const add = batched(async (rows) => {
      if (rows.length > 1) throw new Error("too many");
      return rows[0] === 1 ? new Promise<never>(() => undefined) : [fulfilled("done")];
    });
    const hanging = outcomeOf(add(1));
    expect(await Promise.all([add(2), add(3)])).toEqual(["done", "done"]);
    expect(await hanging).toBe(new BatchTimeout("insert").message);
  });

  it("SPD-15 an error that no member caused is that of all, at once", async () => {
    const store = slowStore();
    const add = batched(store.run, { failsAll: () => true });
    const outcomes = [outcomeOf(add(1)), outcomeOf(add(2))];
    await store.writesStarted(1);
    store.writes[0]?.complete(new Error("database away"));
    expect(await Promise.all(outcomes)).toEqual(["database away", "database away"]);
    expect(store.writes).toHaveLength(1);
  });

  it("SPD-15 as many batches run at the same time as the work allows, and no member waits longer than its limit for one that hangs", async () => {
    const store = slowStore();
    const add = batched(store.run, { concurrency: 2, maxWaitMs: 20 });
    const first = add(1);
    await store.writesStarted(1);
    const second = add(2);
    await store.writesStarted(2);
    const late = [add(3), add(4)];
    await store.writesStarted(3);
    store.writes[2]?.complete();
    expect(await Promise.all(late)).toEqual(["row 3", "row 4"]);
    store.writes[0]?.complete();
    store.writes[1]?.complete();
    expect(await Promise.all([first, second])).toEqual(["row 1", "row 2"]);
  });

  it("SPD-15 the sizes of the members of a batch keep within its limit", async () => {
    const sizes: number[][] = [];
    const add = batched(
      async (rows) => {
        sizes.push([...rows]);
        return rows.map(fulfilled);
      },
      { sizeOf: (row) => row, maxSize: 10 },
    );
    await Promise.all([6, 4, 1, 20, 3].map(add));
    expect(sizes).toEqual([[6, 4], [1], [20], [3]]);
  });

  it("TEL-05 a batch has a correlation id of its own; a member that runs alone keeps that of its request", async () => {
    const ids: string[] = [];
    const add = batched(async (rows) => {
      ids.push(runningRequestId() ?? "");
      return rows.map(() => fulfilled(null));
    });
    await outsideActions({ requestId: "request-1" }, () => add(1));
    await Promise.all([outsideActions({ requestId: "request-2" }, () => add(2)), outsideActions({ requestId: "request-3" }, () => add(3))]);
    expect(ids).toEqual(["request-1", expect.stringMatching(/^batch-insert-/)]);
  });

  it("TEL-05 TEL-09 what one request asks for at the same time has its correlation id and its place in the trace", async () => {
    const origins: Origin[] = [];
    const add = batched(async (rows) => {
      origins.push(runningOrigin());
      return rows.map(() => fulfilled(null));
    });
    const request = { requestId: "request-1", traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" };
    await outsideActions(request, () => Promise.all([add(1), add(2)]));
    expect(origins).toEqual([request]);
  });
});
