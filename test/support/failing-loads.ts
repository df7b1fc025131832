import type { SetTransaction } from "#libs/platform/mongo/batched-transaction.ts";
import type { WorkingSet } from "#libs/platform/mongo/working-set.ts";

/** Transactions of which each fails that reads a document by one of these keys. */
export function failingLoads(inTransaction: SetTransaction, failing: ReadonlySet<string>): SetTransaction {
  const failingSet = (set: WorkingSet): WorkingSet => ({
    ...set,
    async load(keys) {
      if (keys.some(({ value }) => failing.has(value))) throw new Error("a document that cannot be read");
      await set.load(keys);
    },
  });
  return (work) => inTransaction((set) => work(failingSet(set)));
}
