import { describe, expect, it } from "@jest/globals";
import { csvLine, textCell } from "#libs/kernel/csv.ts";

describe("ANX-04 a CSV file", () => {
  it.each(["=1+1", "+1", "-1", "@SUM(1)", "\t=1", "\r=1", " =1", "\n=1", "|calc"])("keeps spreadsheets from calculating %j", (value) => {
    expect(textCell(value).replaceAll('"', "")).toBe(`'${value}`);
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
  ])("FLD-24 keeps spreadsheets from calculating %j", (value) => expect(textCell(value)).toBe(`"'${value}"`));

  it.each(["a＝b", "5＋", "名前", "“=1”", "–1 (en dash)"])("FLD-24 leaves %j as it is", (value) => expect(textCell(value)).toBe(value));

  it("quotes cells with special characters and keeps empty ones", () => {
    expect(csvLine([textCell('x,"y"'), "1.5"]) + csvLine([textCell("z\nz"), ""])).toBe('"x,""y""",1.5\r\n"z\nz",\r\n');
    expect(textCell("a-b=c")).toBe("a-b=c");
  });
});
