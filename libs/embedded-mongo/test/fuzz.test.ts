import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { compareIndexWithScan, type Difference } from "./fuzz/index-against-scan.ts";
import { compareServerWithOracle } from "./fuzz/server-against-oracle.ts";
import { openStore, type Store } from "./support/store.ts";

/** Seeds that once found a difference, and some more. `npm run fuzz` tries all. */
const INDEX_SEEDS = [14, 18, 20, 78, 80, 84, 96, 113, ...Array.from({ length: 12 }, (_, at) => 5000 + at)];
const ORACLE_SEEDS = [7, 9, 11, 13, 17, 23, 64, 145, ...Array.from({ length: 24 }, (_, at) => 5000 + at)];

let store: Store;
beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store.close());

describe("random comparisons", () => {
  it("STO-01 random queries find the same documents in the same order with indexes as without", async () => {
    const differences: Difference[] = [];
    for (const seed of INDEX_SEEDS) differences.push(...(await compareIndexWithScan(store.database, seed)));
    expect(differences).toEqual([]);
  });

  it("STO-02 random filters, updates, upserts, projections, pipelines and joins get the answers of an oracle that is written from the manual", async () => {
    const differences: Difference[] = [];
    for (const seed of ORACLE_SEEDS) differences.push(...(await compareServerWithOracle(store.database, seed)));
    expect(differences).toEqual([]);
  });
});
