import { describe, expect, it } from "@jest/globals";
import { groupCommit, NotCommitted } from "#services/analytics/group-commit.ts";
import { outcomeOf } from "#test/support/act-as.ts";
import { eventually } from "#test/support/eventually.ts";

const LIMITS = { mostRows: 3, mostWaiting: 100, waitMs: 400 };

/** A store whose groups a test ends one by one. */
function slowStore() {
  const groups: { readonly rows: readonly number[]; end(error?: Error): void }[] = [];
  const write = (rows: readonly number[]) =>
    new Promise<readonly string[]>((resolve, reject) => {
      groups.push({ rows, end: (error) => (error ? reject(error) : resolve(rows.map((row) => `row ${row}`))) });
    });
  const begun = (count: number) => eventually(() => expect(groups).toHaveLength(count));
  return { groups, write, begun };
}

describe("groups of rows", () => {
  it("ANS-01 what arrives while a group is written is the next one, and everybody gets the answer of his own row", async () => {
    const store = slowStore();
    const commit = groupCommit({ ...LIMITS, write: store.write });
    const first = commit(1);
    await store.begun(1);
    const others = [2, 3, 4, 5].map((row) => commit(row));
    store.groups[0]?.end();
    expect(await first).toBe("row 1");
    await store.begun(2);
    store.groups[1]?.end();
    await store.begun(3);
    store.groups[2]?.end();
    expect(await Promise.all(others)).toEqual(["row 2", "row 3", "row 4", "row 5"]);
    expect(store.groups.map(({ rows }) => rows)).toEqual([[1], [2, 3, 4], [5]]);
  });

  it("ANS-25 a failed group fails for its own rows only", async () => {
    const store = slowStore();
    const commit = groupCommit({ ...LIMITS, write: store.write });
    const failing = outcomeOf(commit(1));
    await store.begun(1);
    const next = commit(2);
    store.groups[0]?.end(new Error("away"));
    expect(await failing).toBe("away");
    await store.begun(2);
    store.groups[1]?.end();
    expect(await next).toBe("row 2");
  });

  it("ANS-25 nobody waits longer than the limit; who has given up is not written, and a hanging group does not stop the next", async () => {
    const store = slowStore();
    const commit = groupCommit({ ...LIMITS, mostRows: 1, write: store.write });
    const [hanging, impatient] = [outcomeOf(commit(1)), outcomeOf(commit(2))];
    expect(await Promise.all([hanging, impatient])).toEqual(Array(2).fill(new NotCommitted("too slow").message));
    const later = commit(3);
    await store.begun(2);
    expect(store.groups[1]?.rows).toEqual([3]);
    store.groups[1]?.end();
    expect(await later).toBe("row 3");
  });

  it("ANS-25 a full queue refuses at once", async () => {
    const store = slowStore();
    const commit = groupCommit({ ...LIMITS, mostWaiting: 2, write: store.write });
    const first = outcomeOf(commit(1));
    await store.begun(1);
    const waiting = [outcomeOf(commit(2)), outcomeOf(commit(3))];
    expect(await outcomeOf(commit(4))).toContain("queue full");
    store.groups[0]?.end();
    await store.begun(2);
    store.groups[1]?.end();
    expect(await Promise.all([first, ...waiting])).toEqual(["ok", "ok", "ok"]);
  });
});
