import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { idsIn, REPORT_FILE, renderReport, testsByRow } from "./report.ts";
import { builtRows, ROWS } from "./rows.ts";
import { allTests, titlesIn } from "./titles.ts";

const tests = allTests();

describe("the rows and their tests", () => {
  it("every row of what is built has a test that carries its id", () => {
    const byRow = testsByRow(tests);
    expect(
      builtRows()
        .map(({ id }) => id)
        .filter((id) => (byRow.get(id) ?? []).length === 0),
    ).toEqual([]);
  });

  it("no test names a row that does not exist", () => {
    const prefixes = new Set(ROWS.map(({ id }) => id.slice(0, 3)));
    const known = new Set(ROWS.map(({ id }) => id));
    const named = tests.flatMap(({ file, title }) => idsIn(title).map((id) => ({ file, id })));
    expect(named.filter(({ id }) => prefixes.has(id.slice(0, 3)) && !known.has(id))).toEqual([]);
  });

  it("the report is up to date (node test/coverage/write.ts)", () => {
    expect(readFileSync(REPORT_FILE, "utf8")).toBe(renderReport(tests));
  });
});

describe("the reading of titles", () => {
  it("takes it, test and each, in one string or several; neither groups nor skipped tests", () => {
    const call = (callee: string, rest: string) => `${callee}(${rest}, () => {});`;
    const source = [
      call("describe", '"G-01"'),
      call("it", '"one"'),
      call("test", "`two`"),
      call("it.each([1])", '"three"'),
      call("it", '"fo" + "ur"'),
      call("it.skip", '"five"'),
    ].join("\n");
    expect(titlesIn(source)).toEqual(["one", "two", "three", "four"]);
  });

  it("takes ids that are written out", () => {
    expect(idsIn("MSG-01 and I18-02: XMSG-03, MSG-04..06, MSG-0788")).toEqual(["MSG-01", "I18-02"]);
  });
});
