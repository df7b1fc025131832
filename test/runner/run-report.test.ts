import { describe, expect, it } from "@jest/globals";
import { slowestFiles } from "#deploy/run-report.ts";

/** A run whose files took these numbers of seconds. */
const runOf = (seconds: readonly number[]) => ({
  numPassedTests: seconds.length,
  numFailedTests: 0,
  numRuntimeErrorTestSuites: 0,
  testResults: seconds.map((each, index) => ({ name: `/tree/test/${index}.test.ts`, startTime: 5_000, endTime: 5_000 + each * 1_000 })),
});

describe("the report of a run", () => {
  it("HSE-15 names the ten slowest files, the slowest first", () => {
    const lines = slowestFiles(runOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11.25, 12]), "/tree");
    expect(lines).toHaveLength(10);
    expect(lines.slice(0, 2)).toEqual(["  12.0 s  test/11.test.ts", "  11.3 s  test/10.test.ts"]);
    expect(lines.at(-1)).toBe("   3.0 s  test/2.test.ts");
  });

  it("HSE-15 names every file above 30 seconds and marks it", () => {
    const lines = slowestFiles(runOf([30, ...Array.from({ length: 11 }, () => 31)]), "/tree");
    expect(lines).toHaveLength(11);
    expect(lines.filter((line) => line.endsWith("(above 30 s)"))).toHaveLength(11);
    expect(slowestFiles(runOf([30]), "/tree")).toEqual(["  30.0 s  test/0.test.ts"]);
  });
});
