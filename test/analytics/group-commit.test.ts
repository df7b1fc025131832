import { describe, expect, it } from "@jest/globals";
import { groupCommit, NotCommitted } from "#services/analytics/tracking/group-commit.ts";
import { outcomeOf } from "../support/act-as.ts";
import { eventually } from "../support/eventually.ts";

const LIMITS = { maxBatchSize: 3, maxQueueLength: 100, timeoutMs: 400 };

/** A store whose writes a test completes one by one. */
function slowStore() {
  const writes: { readonly rows: readonly number[]; complete(error?: Error): void }[] = [];
  const write = (rows: readonly number[]) =>
    new Promise<readonly string[]>((resolve, reject) => {
      writes.push({ rows, complete: (error) => (error ? reject(error) : resolve(rows.map((row) => `row ${row}`))) });
    });
  const writesStarted = (count: number) => eventually(() => expect(writes).toHaveLength(count));
  return { writes, write, writesStarted };
}

describe("group commit", () => {
  it("ANS-01 rows that arrive during a write form the next batch, and each caller gets the result of its own row", async () => {
    const store = slowStore();
    const commit = groupCommit({ ...LIMITS, write: store.write });
    const first = commit(1);
    await store.writesStarted(1);
    const others = [2, 3, 4, 5].map((row) => commit(row));
    store.writes[0]?.complete();
    expect(await first).toBe("row 1");
    await store.writesStarted(2);
    store.writes[1]?.complete();
    await store.writesStarted(3);
    store.writes[2]?.complete();
    expect(await Promise.all(others)).toEqual(["row 2", "row 3", "row 4", "row 5"]);
    expect(store.writes.map(({ rows }) => rows)).toEqual([[1], [2, 3, 4], [5]]);
  });

  it("ANS-25 a failed write rejects the rows of its own batch only", async () => {
    const store = slowStore();
    const commit = groupCommit({ ...LIMITS, write: store.write });
    const failing = outcomeOf(commit(1));
    await store.writesStarted(1);
    const next = commit(2);
    store.writes[0]?.complete(new Error("write failed"));
    expect(await failing).toBe("write failed");
    await store.writesStarted(2);
    store.writes[1]?.complete();
    expect(await next).toBe("row 2");
  });

  it("ANS-25 a row is rejected after the timeout and not written later, and a hanging write does not stop the next batch", async () => {
    const store = slowStore();
    const commit = groupCommit({ ...LIMITS, maxBatchSize: 1, write: store.write });
    const [hanging, queued] = [outcomeOf(commit(1)), outcomeOf(commit(2))];
    expect(await Promise.all([hanging, queued])).toEqual(Array(2).fill(new NotCommitted("timeout").message));
    const later = commit(3);
    await store.writesStarted(2);
    expect(store.writes[1]?.rows).toEqual([3]);
    store.writes[1]?.complete();
    expect(await later).toBe("row 3");
  });

  it("ANS-25 a row is rejected at once when the queue is full", async () => {
    const store = slowStore();
    const commit = groupCommit({ ...LIMITS, maxQueueLength: 2, write: store.write });
    const first = outcomeOf(commit(1));
    await store.writesStarted(1);
    const waiting = [outcomeOf(commit(2)), outcomeOf(commit(3))];
    expect(await outcomeOf(commit(4))).toContain("queue full");
    store.writes[0]?.complete();
    await store.writesStarted(2);
    store.writes[1]?.complete();
    expect(await Promise.all([first, ...waiting])).toEqual(["ok", "ok", "ok"]);
  });
});
