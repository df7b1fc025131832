import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { compileCache } from "./launch/compile-cache.ts";
import { ensureBinary, ensureBrowser } from "./launch/ensure-binaries.ts";
import { type JestResult, slowestFiles } from "./run-report.ts";

// The whole proof: types, lint, format, then every test. Its last output is "N passed, N failed".
function run(program: string, args: readonly string[], variables: NodeJS.ProcessEnv = {}): boolean {
  // On Windows npm and jest are scripts, which only a shell starts.
  const shell = process.platform === "win32";
  return spawnSync(program, args, { stdio: "inherit", env: { ...process.env, ...variables }, shell }).status === 0;
}

// A test runs the curl commands of the README, and pages are read in a browser. The PATH of a Debian user lacks the folders of servers.
const folders = (["nats-server", "redis-server", "curl"] as const).map((name) => dirname(ensureBinary(name)));
process.env.CHROMIUM_PATH = ensureBrowser();
process.env.PATH = [...new Set([...(process.env.PATH ?? "").split(delimiter), ...folders])].join(delimiter);
const clean = run("npm", ["run", "--silent", "check"]);
const isWhole = process.argv.length === 2;
// Recordings of deleted test files must not count.
if (isWhole) rmSync("node_modules/.cache/store-recordings", { recursive: true, force: true });
const folder = mkdtempSync(join(tmpdir(), "test-report-"));
const report = join(folder, "summary.json");
const options = { ...compileCache, NODE_OPTIONS: "--disable-warning=ExperimentalWarning" };
const green = run("jest", ["--json", `--outputFile=${report}`, ...process.argv.slice(2)], options);
const result = JSON.parse(readFileSync(report, "utf8")) as JestResult;
rmSync(folder, { recursive: true });
const problems = clean ? [] : ["npm run check found problems"];
// A file with an unlisted query has failed already. A listed query that did not run is only a notice, because some run only in a rare race.
if (isWhole) run("npm", ["run", "--silent", "store-lists", "--", "--whole"]);
const failed = result.numFailedTests + result.numRuntimeErrorTestSuites + problems.length;
console.log(["the slowest files:", ...slowestFiles(result, process.cwd())].join("\n"));
for (const problem of problems) console.error(`${problem}: it counts as one failed test`);
console.log(`${result.numPassedTests} passed, ${failed} failed`);
process.exit(green && failed === 0 ? 0 : 1);
