import { describe, expect, it } from "@jest/globals";
import { toCsv } from "#libs/kernel/to-csv.ts";

const cellOf = (value: string | number | null) =>
  toCsv(["a"], [{ a: value }])
    .split("\r\n")
    .slice(1, -1)
    .join("\r\n");

describe("ANX-04 a CSV file", () => {
  it.each(["=1+1", "+1", "-1", "@SUM(1)", "\t=1", "\r=1", " =1", "\n=1", "|calc"])("keeps spreadsheets from calculating %j", (value) => {
    expect(cellOf(value).replaceAll('"', "")).toBe(`'${value}`);
  });

  it.each([
    "＝1+1",
    "＋1",
    "－1",
    "＠SUM(1)",
    " ＝1",
    "\u200b=1",
    "\ufeff=1",
    "\u3000＝1",
    "﹦1",
    "﹢1",
    "﹣1",
    "﹫x",
    "｜calc",
    "\u200e=HYPERLINK(1)",
  ])("FLD-24 keeps spreadsheets from calculating %j", (value) => expect(cellOf(value)).toBe(`"'${value}"`));

  it.each(["a＝b", "5＋", "名前", "“=1”", "–1 (en dash)"])("FLD-24 leaves %j as it is", (value) => expect(cellOf(value)).toBe(value));

  it("quotes cells with special characters and keeps numbers and empty cells", () => {
    expect(
      toCsv(
        ["a", "b"],
        [
          { a: 'x,"y"', b: 1.5 },
          { a: "z\nz", b: null },
        ],
      ),
    ).toBe('a,b\r\n"x,""y""",1.5\r\n"z\nz",\r\n');
    expect(cellOf("a-b=c")).toBe("a-b=c");
    expect(toCsv(["a"], [])).toBe("a\r\n");
  });
});
