import { describe, expect, it } from "@jest/globals";
import { collationKey, stringCompareOf, stringFoldOf } from "../values/collation.ts";

const TEXTS = [
  "a",
  "A",
  "á",
  "a\u0301",
  "ab",
  "a\0b",
  "a\u200bb",
  "ß",
  "ss",
  "SS",
  "æ",
  "ae",
  "ø",
  "o",
  "ﬁ",
  "fi",
  "10",
  "010",
  "9",
  "ς",
  "σ",
  "Σ",
  "\n",
  "",
];

describe("the keys of an index with a collation", () => {
  it.each([1, 2, 3])("STO-01 are equal for texts that the collation of strength %d takes for equal, and for no others", (strength) => {
    const collation = { locale: "en", strength };
    const [compare, fold] = [stringCompareOf(collation), stringFoldOf(collation)];
    const wrong = TEXTS.flatMap((left) => TEXTS.map((right) => [left, right] as const)).filter(
      ([left, right]) => (compare?.(left, right) === 0) !== (fold(left) === fold(right)),
    );
    expect(wrong).toEqual([]);
  });

  it("STO-01 order numbers in texts when the collation does, and only a query with the same collation uses them", () => {
    const numeric = { locale: "en", numericOrdering: true };
    expect(stringFoldOf(numeric)("a010b0")).toBe("a10b0");
    expect(collationKey(numeric)).not.toBe(collationKey({ locale: "en" }));
  });
});
