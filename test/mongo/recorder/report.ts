import { parseArgs } from "node:util";
import { identityOf, listedPlans, listedUses, unlistedIn, unusedIn, wholeRecording, writePlans, writeUses } from "./lists.ts";

// Compares the recordings of the tests with the committed lists. `--write` updates the lists. `--whole` also counts listed items that were
// not recorded, which makes sense after a run of all tests.
const { values } = parseArgs({ options: { write: { type: "boolean" }, whole: { type: "boolean" } } });
const recording = wholeRecording();

if (values.write) {
  const { plans, ...rest } = listedPlans();
  const known = new Map(plans.map((plan) => [identityOf(plan), plan]));
  const ofProduct = recording.shapes.filter(({ collection }) => !rest.ofTests.includes(collection));
  const recorded = ofProduct.map((shape) => known.get(identityOf(shape)) ?? { ...shape, index: null });
  writeUses(values.whole ? recording.uses : [...listedUses(), ...recording.uses]);
  writePlans({ ...rest, plans: values.whole ? recorded : [...plans, ...recorded] });
}
const problems = [
  ...unlistedIn(recording).map((item) => `not on a list: ${item}`),
  ...(values.whole ? unusedIn(recording).map((item) => `listed, but no test asks it: ${item}`) : []),
];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
