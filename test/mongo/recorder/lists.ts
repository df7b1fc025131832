import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { QueryShape } from "./query-shape.ts";
import { type Recording, sortedShapes } from "./recorder.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
/** The recordings of each test file in its last run. */
const RECORDINGS = join(ROOT, "node_modules/.cache/store-recordings");
const USES = join(ROOT, "test/mongo/used-commands.json");
const PLANS = join(ROOT, "test/mongo/query-plans.json");

/** A shape of a query, and the index that it uses. */
export interface Plan extends QueryShape {
  /** Null: not known yet; `COLLSCAN`: none. */
  readonly index: string | null;
  /** The reason why it may use no index, or may examine more than twice the documents that it returns. */
  readonly why?: string;
}

export interface Plans {
  /** Collections that do not grow with the number of users, and why. */
  readonly bounded: Readonly<Record<string, string>>;
  /** Collections that only stores of tests have. */
  readonly ofTests: readonly string[];
  readonly plans: readonly Plan[];
}

export const listedUses = (): readonly string[] => JSON.parse(readFileSync(USES, "utf8"));
export const listedPlans = (): Plans => JSON.parse(readFileSync(PLANS, "utf8"));

export const identityOf = ({ collection, filter, sort, returns }: QueryShape): string =>
  JSON.stringify({ collection, filter, sort, returns });

/** The recorded items that the lists lack. */
export function unlistedIn({ uses, shapes }: Recording): string[] {
  const { plans, ofTests } = listedPlans();
  const listed = new Set([...listedUses(), ...plans.map(identityOf)]);
  const ofProduct = shapes.filter(({ collection }) => !ofTests.includes(collection));
  return [...uses, ...ofProduct.map(identityOf)].filter((item) => !listed.has(item));
}

export function keepRecording(testFile: string, recording: Recording): void {
  mkdirSync(RECORDINGS, { recursive: true });
  writeFileSync(join(RECORDINGS, `${basename(testFile)}.json`), JSON.stringify(recording));
}

/** The recordings of all test files together. */
export function wholeRecording(): Recording {
  const all = readdirSync(RECORDINGS).map((name) => JSON.parse(readFileSync(join(RECORDINGS, name), "utf8")) as Recording);
  const shapes = new Map(all.flatMap((recording) => recording.shapes.map((shape) => [identityOf(shape), shape] as const)));
  return { uses: [...new Set(all.flatMap(({ uses }) => uses))].sort(), shapes: sortedShapes(shapes) };
}

/** The listed items that no test uses any more. */
export function unusedIn({ uses, shapes }: Recording): string[] {
  const recorded = new Set([...uses, ...shapes.map(identityOf)]);
  return [...listedUses(), ...listedPlans().plans.map(identityOf)].filter((item) => !recorded.has(item));
}

export function writeUses(uses: readonly string[]): void {
  writeFileSync(USES, `${JSON.stringify([...new Set(uses)].sort(), null, 2)}\n`);
}

export function writePlans({ bounded, ofTests, plans }: Plans): void {
  const lines = sortedShapes(new Map(plans.map((plan) => [identityOf(plan), plan]))).map((plan) => `    ${JSON.stringify(plan)}`);
  const head = JSON.stringify(bounded, null, 4).replace("\n}", "\n  }");
  writeFileSync(PLANS, `{\n  "bounded": ${head},\n  "ofTests": ${JSON.stringify(ofTests)},\n  "plans": [\n${lines.join(",\n")}\n  ]\n}\n`);
}
