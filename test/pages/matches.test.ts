import { describe, expect, it } from "@jest/globals";
import { matchesIn } from "#gateway/app/staff/safety/matches.ts";
import type { RuleKind } from "#libs/contracts/messaging/moderation.ts";

/** The parts of a text that rules match. */
const marked = (text: string, ...rules: readonly (readonly [RuleKind, string])[]) =>
  matchesIn(
    text,
    rules.map(([kind, pattern]) => ({ kind, pattern })),
  ).map(({ start, end }) => text.slice(start, end));

describe("the marks of a text that is held back", () => {
  it("CON-04 marks each part or whole word, whatever its case", () => {
    expect(marked("Buy now, or bUY Later", ["SUBSTRING", "buy"])).toEqual(["Buy", "bUY"]);
    expect(marked("Cat, category, concat, CAT_", ["WORD", "cat"])).toEqual(["Cat"]);
    expect(marked("nothing here", ["SUBSTRING", "buy"], ["WORD", "cat"])).toEqual([]);
    expect(marked("", ["SUBSTRING", "buy"])).toEqual([]);
  });

  it("CON-04 joins what overlaps, and does not look for regular expressions", () => {
    expect(marked("aaaa", ["SUBSTRING", "aa"])).toEqual(["aaaa"]);
    expect(marked("one two three", ["SUBSTRING", "two three"], ["SUBSTRING", "one two"])).toEqual(["one two three"]);
    expect(marked("a.b", ["REGEX", "."])).toEqual([]);
  });

  it("CON-04 marks characters that the rules compare in another form and another length", () => {
    expect(marked("Ein \uFB01ne \uFF22\uFF35\uFF39 now", ["SUBSTRING", "fine buy"])).toEqual(["\uFB01ne \uFF22\uFF35\uFF39"]);
    expect(marked("x \uFB01sh", ["SUBSTRING", "ish"])).toEqual(["\uFB01sh"]);
    expect(marked("caf\u0065\u0301!", ["WORD", " CAF\u00C9 "])).toEqual(["caf\u0065\u0301"]);
    expect(marked("\u0130stanbul now", ["SUBSTRING", "now"])).toEqual(["now"]);
    expect(marked("\u{1F600} buy \u{1F600}", ["WORD", "buy"])).toEqual(["buy"]);
  });
});
