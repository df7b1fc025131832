import { globSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { openEmbedded } from "../support/store.ts";
import { isRefusal, refusalOf } from "./refusals.ts";
import { connectTo, readTestFile, runFile } from "./run-file.ts";

/**
 * Script: runs files of MongoDB's unified test format against an embedded server, or the one at MONGO_URL. Prints each failure: `npm run
 * specifications -- --folder DIR [--only crud] [--verbose]`. Exits with 1 if a test fails that is not on the list of refusals.
 */
const { values } = parseArgs({
  options: { folder: { type: "string" }, only: { type: "string", default: "" }, verbose: { type: "boolean", default: false } },
});
if (!values.folder) {
  console.error("--folder DIR: a folder with files of the unified test format (*.json), such as a clone of mongodb/specifications");
  process.exit(2);
}

const store = process.env.MONGO_URL ? null : await openEmbedded({ failPoints: true });
const server = await connectTo(store?.uri ?? String(process.env.MONGO_URL));
console.log(`${server.topology}, release ${server.version}`);

const counts = { passed: 0, failed: 0, refused: 0, skipped: 0 };
const skipped = new Map<string, number>();
const { folder } = values;
for (const file of globSync("**/*.json", { cwd: folder }).sort()) {
  if (!file.includes(values.only)) continue;
  const content = readTestFile(readFileSync(`${folder}/${file}`, "utf8"));
  for (const { test, result, reason } of content ? await runFile(content, server) : []) {
    const refusal = refusalOf(file, test);
    const kind = result === "failed" && (refusal || isRefusal(reason)) ? "refused" : result;
    counts[kind]++;
    if (kind === "failed") console.log(`failed: ${file}: ${test}: ${reason}`);
    if (kind === "passed" && refusal) console.log(`listed, but passes: ${file}: ${test}`);
    if (kind === "skipped") skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
    if (values.verbose && kind !== "failed") console.log(`${kind}: ${file}: ${test}${reason && `: ${reason}`}`);
  }
}
for (const [reason, count] of skipped) console.log(`skipped ${count}: ${reason}`);
console.log(
  Object.entries(counts)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(", "),
);
if (counts.failed || counts.passed + counts.refused === 0) process.exitCode = 1;
await server.internal.close();
await store?.close();
