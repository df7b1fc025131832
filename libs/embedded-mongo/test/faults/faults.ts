import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { tryCopies } from "./copies.ts";
import { createOriginals, tryDamages } from "./damage.ts";
import { findErased } from "./erased.ts";
import { tryFullDisk } from "./full-disk.ts";
import { tryKills } from "./kills.ts";
import { tryOwners } from "./owners.ts";

/** `npm run faults`: plants every kind of fault many times, prints the findings, and exits with 1 if there are any. */
const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    seed: { type: "string", default: String(Date.now() % 100_000) },
    minutes: { type: "string", default: "30" },
  },
});
const seed = Number(values.seed);

interface Outcome {
  readonly findings: readonly string[];
}

async function damages(): Promise<Outcome & Record<string, unknown>> {
  const originals = await createOriginals();
  try {
    const flips = await tryDamages(originals, 500, seed, ["flip"], until());
    const cuts = await tryDamages(originals, 300, seed, ["cut"], until());
    const missing = await tryDamages(originals, 30, seed, ["missing"], until());
    const counts = Object.fromEntries(
      Object.entries({ flips, cuts, missing }).map(([name, { trials, refused, complete }]) => [name, { trials, refused, complete }]),
    );
    return { ...counts, findings: [...flips.findings, ...cuts.findings, ...missing.findings] };
  } finally {
    rmSync(originals.root, { recursive: true, force: true });
  }
}

async function erased(): Promise<Outcome> {
  return { findings: (await Promise.all([0, 1, 2].map((more) => findErased(1000, seed + more)))).flat() };
}

const FAULTS: Readonly<Record<string, () => Promise<Outcome>>> = {
  damage: damages,
  kills: () => tryKills({ kills: 200, seed, fsync: false, until: until() }),
  "power-failures": () => tryKills({ kills: 200, seed, fsync: true, until: until() }),
  "full-disk": () => tryFullDisk(50, seed, until()),
  owners: () => tryOwners(500, until()),
  copies: () => tryCopies(50, seed, { fsync: false, until: until() }),
  "copies-fsync": () => tryCopies(50, seed, { fsync: true, until: until() }),
  erased,
};

const chosen = values.only ?? Object.keys(FAULTS);
const share = (Number(values.minutes) * 60_000) / chosen.length;
let began = Date.now();
/** Each fault has the same share of the time. */
const until = (): number => began + share;

console.log(`seed ${seed}, at most ${values.minutes} minutes (--seed, --minutes, --only ${Object.keys(FAULTS).join(" | ")})`);
let found = 0;
for (const name of chosen) {
  began = Date.now();
  const outcome = await FAULTS[name]?.();
  if (!outcome) throw new Error(`there is no fault ${name}`);
  const { findings, ...counts } = outcome;
  console.log(`${name}: ${findings.length} findings in ${Math.round((Date.now() - began) / 1000)} s ${JSON.stringify(counts)}`);
  for (const finding of findings) console.log(`  ${finding}`);
  found += findings.length;
}
process.exitCode = found ? 1 : 0;
