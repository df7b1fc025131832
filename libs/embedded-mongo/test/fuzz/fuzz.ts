import { parseArgs } from "node:util";
import type { mongo } from "mongoose";
import { openStore } from "../support/store.ts";
import { compareIndexWithScan, type Difference, QUERIES_OF_A_SEED } from "./index-against-scan.ts";
import { COMPARISONS_OF_A_SEED, compareServerWithOracle } from "./server-against-oracle.ts";

/** Script: runs the random comparisons, all or those of one seed, and prints every difference with its seed. */
const { values } = parseArgs({
  options: {
    only: { type: "string" },
    queries: { type: "string", default: "200000" },
    cases: { type: "string", default: "100000" },
    seed: { type: "string" },
    from: { type: "string", default: "1" },
  },
});

interface Comparison {
  readonly name: string;
  readonly ofASeed: number;
  readonly total: number;
  run(database: mongo.Db, seed: number): Promise<Difference[]>;
}

const COMPARISONS: readonly Comparison[] = [
  { name: "index", ofASeed: QUERIES_OF_A_SEED, total: Number(values.queries), run: compareIndexWithScan },
  { name: "oracle", ofASeed: COMPARISONS_OF_A_SEED, total: Number(values.cases), run: compareServerWithOracle },
];
const MAX_PRINTED = 20;

const store = await openStore();
for (const { name, ofASeed, total, run } of COMPARISONS.filter((comparison) => [undefined, comparison.name].includes(values.only))) {
  const seeds = values.seed
    ? [Number(values.seed)]
    : Array.from({ length: Math.ceil(total / ofASeed) }, (_, at) => Number(values.from) + at);
  const began = Date.now();
  let found = 0;
  for (const [at, seed] of seeds.entries()) {
    for (const { what, details } of await run(store.database, seed))
      if (++found <= MAX_PRINTED) console.log(`seed ${seed}: ${what}: ${details}`);
    if (at % 200 === 199) console.log(`${name}: ${(at + 1) * ofASeed} done, ${found} differences, ${Date.now() - began} ms`);
  }
  console.log(`${name}: ${seeds.length * ofASeed} in all, ${found} differences, ${Date.now() - began} ms`);
  if (found) process.exitCode = 1;
}
await store.close();
