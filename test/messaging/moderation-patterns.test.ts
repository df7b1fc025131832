import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import type { RuleKind } from "#libs/contracts/messaging/moderation.ts";
import { compileRegex, UnsupportedPattern } from "#services/messaging/rules/domain/linear-regex.ts";
import { compileRule, findMatchingRules } from "#services/messaging/rules/domain/moderation-rule.ts";

const rule = (kind: RuleKind, pattern: string) => compileRule({ id: "r", name: "n", kind, pattern, category: "OTHER" });
const flags = (kind: RuleKind, pattern: string, text: string) => findMatchingRules([rule(kind, pattern)], text).length === 1;

/** Processor time in microseconds. */
const MAX_US = 2_000_000;

describe("moderation patterns", () => {
  it.each([
    ["SUBSTRING", "spam", "antiSPAMmer", true],
    ["SUBSTRING", "ｓｐａｍ", "spam", true],
    ["SUBSTRING", "spam", "s p a m", false],
    ["WORD", "ass", "class", false],
    ["WORD", "ass", "an ASS!", true],
    ["WORD", "ass", "class ass", true],
    ["WORD", "über", "überall", false],
    ["WORD", "a.b", "say a.b now", true],
    ["REGEX", "bu?y\\s+now", "BUY \n now", true],
    ["REGEX", "^hello$", "hello", true],
    ["REGEX", "^hello$", "hello you", false],
    ["REGEX", "\\b\\d{3}-\\d{4}\\b", "call 555-1234.", true],
    ["REGEX", "\\b\\d{3}-\\d{4}\\b", "call 5555-12345", false],
    ["REGEX", "[A-F]{2,3}[^a-z]", "xfe1", true],
    ["REGEX", "(?:cat|dog)s?$", "many DOGS", true],
    ["REGEX", "a|", "", true],
    ["REGEX", "(a*)*b", "aaab", true],
    ["REGEX", "[]x]+y", "]xy", true],
    ["REGEX", "[a\\-z]-", "--", true],
    ["REGEX", "😀{2}", "😀😀", true],
  ] as const)("%s %s matches %j: %s", (kind, pattern, text, expected) => {
    expect(flags(kind, pattern, text)).toBe(expected);
  });

  it.each(["(", ")", "a**", "*a", "[a", "a{2,1}", "a{1001}", "(?=a)", "(?<!a)b", "\\1", "\\", "a{1}{2}"])(
    "refuses the pattern %s",
    (pattern) => {
      expect(() => compileRegex(pattern)).toThrow(UnsupportedPattern);
    },
  );

  it.each([
    "((a{100}){100}){100}",
    `${"(".repeat(30)}${"){100}".repeat(30)}`,
    `${"(".repeat(15)}${"){100}".repeat(15)}`,
    "(((a{0}){100}){100}){100}",
    ".{1000}".repeat(28),
    "\\p{L}{999}x{5}",
  ])("refuses %s as too large within two seconds of the processor", (pattern) => {
    const begin = process.threadCpuUsage();
    expect(() => compileRegex(pattern)).toThrow(UnsupportedPattern);
    expect(process.threadCpuUsage(begin).user).toBeLessThan(MAX_US);
  });

  it.each(["(a+)+$", "(a|a)*$", "(a*)*b", "(.*)(.*)(.*)(.*)x", "(\\w+\\s?)*$x"])("searches %s in linear time", (pattern) => {
    const regex = compileRegex(pattern);
    const begin = process.threadCpuUsage();
    regex.test(`${"a".repeat(1_999)}!`);
    expect(process.threadCpuUsage(begin).user).toBeLessThan(MAX_US);
  });

  it("agrees with RegExp on patterns that both support", () => {
    const atom = fc.constantFrom("a", "b", ".", "[ab]", "[^a]", "\\d", "\\w", "1", "(a|b)", "(?:ab)", "(a|)", "\\b");
    const piece = fc
      .tuple(atom, fc.constantFrom("", "*", "+", "?", "{1,2}", "{2}"))
      .map(([body, times]) => (body === "\\b" ? body : body + times));
    const pattern = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(""));
    const anchored = fc.tuple(fc.constantFrom("", "^"), pattern, fc.constantFrom("", "$")).map((parts) => parts.join(""));
    const text = fc.array(fc.constantFrom("a", "b", "1", " ", "\n"), { maxLength: 8 }).map((symbols) => symbols.join(""));
    fc.assert(
      fc.property(anchored, text, (source, subject) => {
        expect([source, subject, compileRegex(source).test(subject)]).toEqual([source, subject, new RegExp(source, "iu").test(subject)]);
      }),
      { numRuns: 2_000 },
    );
  });
});
