import { parseArgs } from "node:util";
import { useWorkingSets } from "#libs/platform/mongo/working-set.ts";
import type { Bug } from "./bugs/bug.ts";
import { derivedBugs } from "./bugs/derived.ts";
import { factBugs } from "./bugs/facts.ts";
import { moneyBugs } from "./bugs/money.ts";
import { peopleBugs } from "./bugs/people.ts";
import { providerBugs } from "./bugs/provider.ts";
import { staffBugs } from "./bugs/staff.ts";
import { visitBugs } from "./bugs/visits.ts";
import { createSimulator } from "./schedule.ts";

const BUGS: readonly Bug[] = [...moneyBugs, ...staffBugs, ...providerBugs, ...factBugs, ...peopleBugs, ...visitBugs, ...derivedBugs];
/** A planted bug must be found within this many schedules. */
const MAX_SCHEDULES_PER_BUG = 4_000;
/** Found later than this after its first seed, a bug costs each run too much time. */
const MAX_DRIFT = 50;

const { values } = parseArgs({
  options: {
    schedules: { type: "string", default: "10000" },
    seed: { type: "string" },
    bug: { type: "string" },
    bugs: { type: "boolean", default: false },
    trace: { type: "boolean", default: false },
  },
});
const seed = Number(values.seed ?? 1);
const traced = values.trace;
const seconds = () => Number(process.hrtime.bigint() / 1_000_000n) / 1e3;
if (!traced) Error.stackTraceLimit = 0;

async function runWithoutBug(): Promise<boolean> {
  const simulate = createSimulator(null);
  const faults = new Map<string, number>();
  const cpuBefore = process.cpuUsage();
  const [schedules, startedAt] = [Number(values.schedules), seconds()];
  let [steps, failures] = [0, 0];
  for (let index = 0; index < schedules; index += 1) {
    const outcome = await simulate(seed + index, { traced });
    steps += outcome.steps;
    for (const [fault, count] of outcome.faults) faults.set(fault, (faults.get(fault) ?? 0) + count);
    for (const line of outcome.trace) console.log(line);
    if (!outcome.violation) continue;
    failures += 1;
    console.log(`seed ${seed + index} violates ${outcome.violation.invariant}: ${outcome.violation.detail}`);
  }
  const total = [...faults.values()].reduce((sum, count) => sum + count, 0);
  const { user, system } = process.cpuUsage(cpuBefore);
  console.log(`processor seconds ${((user + system) / 1e6).toFixed(1)}`);
  console.log(`faults: ${[...faults].map(([fault, count]) => `${fault} ${count}`).join(", ")}`);
  console.log(`schedules ${schedules} steps ${steps} faults ${total} failures ${failures} seconds ${(seconds() - startedAt).toFixed(1)}`);
  return failures === 0;
}

async function find(bug: Bug): Promise<boolean> {
  const simulate = createSimulator(bug);
  useWorkingSets(bug.openSet ?? null);
  const first = Number(values.seed ?? bug.firstSeed);
  for (let index = 0; index < MAX_SCHEDULES_PER_BUG; index += 1) {
    const { violation, trace } = await simulate(first + index, { traced });
    if (!violation) continue;
    for (const line of trace) console.log(line);
    console.log(`bug ${bug.name} found by ${violation.invariant} after ${index + 1} schedules (seed ${first + index})`);
    if (first + index > bug.firstSeed + MAX_DRIFT) {
      console.log(`bug ${bug.name} has drifted: found at seed ${first + index}, its firstSeed is ${bug.firstSeed}`);
    }
    if (violation.invariant !== bug.invariant) console.log(`expected ${bug.invariant}: ${violation.detail}`);
    return violation.invariant === bug.invariant;
  }
  console.log(`bug ${bug.name} not found in ${MAX_SCHEDULES_PER_BUG} schedules`);
  return false;
}

async function main(): Promise<boolean> {
  if (values.bug === undefined && !values.bugs) return runWithoutBug();
  const wanted = values.bugs ? BUGS : BUGS.filter(({ name }) => name === values.bug);
  if (wanted.length === 0) throw new Error(`there is no bug ${values.bug}, only ${BUGS.map(({ name }) => name).join(", ")}`);
  let allFound = true;
  for (const bug of wanted) allFound = (await find(bug)) && allFound;
  return allFound;
}

process.exitCode = (await main()) ? 0 : 1;
