import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileCache } from "./launch/compile-cache.ts";
import { ensureBinary } from "./launch/ensure-binaries.ts";

// The whole proof: types, lint, format, then every test. Ends with a line "N passed, N failed".
interface Summary {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numRuntimeErrorTestSuites: number;
}

function run(program: string, args: readonly string[], variables: NodeJS.ProcessEnv = {}): boolean {
  return spawnSync(program, args, { stdio: "inherit", env: { ...process.env, ...variables } }).status === 0;
}

ensureBinary("nats-server");
ensureBinary("redis-server");
// The story of the README is pasted by a test.
ensureBinary("curl");
const clean = run("npm", ["run", "--silent", "check"]);
const folder = mkdtempSync(join(tmpdir(), "test-report-"));
const report = join(folder, "summary.json");
const options = { ...compileCache, NODE_OPTIONS: "--experimental-vm-modules --disable-warning=ExperimentalWarning" };
const green = run("jest", ["--json", `--outputFile=${report}`, ...process.argv.slice(2)], options);
const summary = JSON.parse(readFileSync(report, "utf8")) as Summary;
rmSync(folder, { recursive: true });
const failed = summary.numFailedTests + summary.numRuntimeErrorTestSuites + (clean ? 0 : 1);
if (!clean) console.error("npm run check found problems: it counts as one failed test");
console.log(`${summary.numPassedTests} passed, ${failed} failed`);
process.exit(green && failed === 0 ? 0 : 1);
