import { relative } from "node:path";

/** The part of Jest's `--json` file that the report reads. */
export interface JestResult {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly { readonly name: string; readonly startTime: number; readonly endTime: number }[];
}

const SLOWEST_FILES = 10;
const MAX_FILE_SECONDS = 30;

/**
 * The slowest files of a run, and every further file above the limit. A busy machine slows files down, so a slow file does not fail the
 * run.
 */
export function slowestFiles({ testResults }: JestResult, root: string): readonly string[] {
  const files = testResults
    .map(({ name, startTime, endTime }) => ({ path: relative(root, name), seconds: (endTime - startTime) / 1_000 }))
    .sort((a, b) => b.seconds - a.seconds);
  return files
    .filter(({ seconds }, index) => index < SLOWEST_FILES || seconds > MAX_FILE_SECONDS)
    .map(
      ({ path, seconds }) =>
        `${seconds.toFixed(1).padStart(6)} s  ${path}${seconds > MAX_FILE_SECONDS ? `  (above ${MAX_FILE_SECONDS} s)` : ""}`,
    );
}
