import { describe, expect, it } from "@jest/globals";
import type { ActionContract } from "#libs/contract-kit/contract.ts";
import type { Rule } from "#libs/contract-kit/rules.ts";
import { validation } from "#libs/contract-kit/validate.ts";
import { declared } from "#libs/contracts/declared.ts";
import { readableLine, readableText } from "#libs/contracts/shared.ts";
import * as webhook from "#libs/contracts/webhook/index.ts";

interface Field {
  readonly name: string;
  readonly rule: Rule;
}

const isRoute = (value: unknown): value is ActionContract =>
  typeof value === "object" && value !== null && "params" in value && "http" in value && value.http !== undefined;

/** The texts of a rule, those inside lists and objects too. */
function textsOf(name: string, rule: Rule): Field[] {
  if (rule.type === "array") return textsOf(`${name}[]`, rule.items);
  if (rule.type === "object") return Object.entries(rule.props).flatMap(([key, inner]) => textsOf(`${name}.${key}`, inner));
  return rule.type === "string" || rule.type === "json" ? [{ name, rule }] : [];
}

const FIELDS: readonly Field[] = [...declared, ...Object.values(webhook)]
  .filter(isRoute)
  .flatMap(({ name, params }) => Object.entries(params).flatMap(([field, rule]) => textsOf(`${name} ${field}`, rule)));

const isReadable = ({ rule }: Field) => rule.type === "string" && rule.readable !== undefined;
const LINES = FIELDS.filter(({ rule }) => rule.type === "string" && rule.readable === "line");

/** What a rule makes of a text; null when it refuses it. */
function taken(rule: Rule, text: string): unknown {
  const outcome = validation({ field: rule })({ field: text });
  return "details" in outcome ? null : outcome.value.field;
}

const messageOf = (rule: Rule, text: string): unknown => {
  const outcome = validation({ field: rule })({ field: text });
  return "details" in outcome ? outcome.details.map(({ message }) => message) : null;
};

const line = { ...readableLine, max: 100 } as const;
const text = { ...readableText, max: 1_000 } as const;
const named = (texts: readonly string[]) => texts.map((value) => [JSON.stringify(value), value] as const);

const BLANKS = [
  ...["\u3164", "\u2800", "\u115f\u1160", "\uffa0", "\u200b", "\u00ad"],
  ...["\u200d", "\u200c\u200c", "\u2060", "\ufeff", "\u180e", "\ufe0f", "\u034f", "\u061c", "\u200e\u200f", "\u17b4", "\u{e0020}"],
  ...["\ufffc", "\ufff9\ufffb", "\u{13430}"],
  ...["\u3164 \u2800\u00a0\u200b", "\u{1d159}", "\u{13441}", "\u{e0100}", "\u0301", "\u3000\u2003"],
];

/** Names and words with all marks that their orthography has. */
const WRITTEN = [
  ...["Nguyễn Thị Hường".normalize("NFD"), "ที่นี่ น้ำ", "בְּרֵאשִׁ֖ית", "שָׁלוֹם", "مُحَمَّدٌ", "علی‌رضا", "क्ष्म्य", "ශ්‍රී", "မြန်မာ", "ཧྐྵྨླྺྼྻྂ"],
  ...[
    "👩‍💻",
    "👨‍👩‍👧‍👦",
    "1️⃣",
    "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "❤️‍🔥",
    "Ægir O'Neill-Ó",
    "李小龙",
    "-",
    "\uf8ff",
    "\u06dd",
    "\u0601",
    "a\tb",
  ],
];

describe("texts that people read", () => {
  it.each(named(BLANKS))("FLD-03 %s alone is refused as a name, a title, a headline and a subject", (_shown, blank) => {
    const accepting = LINES.filter(({ rule }) => (taken(rule, blank) ?? "") !== "");
    expect(accepting).toEqual([]);
    expect(taken(text, `${blank}\n`) === null || blank.trim() === "").toBe(true);
  });

  it("FLD-03 says which rule a text violates", () => {
    expect(messageOf(line, "\u3164")).toEqual(["field must contain something visible"]);
    expect(messageOf(line, "a\u2028b")).toEqual(["field must be one line without control characters"]);
    expect(messageOf(line, "a\ud83d")).toEqual(["field must not contain half a character"]);
    expect(messageOf(line, `a${"\u0301".repeat(9)}`)).toEqual(["field must have at most 8 marks on a letter"]);
    expect(messageOf(line, "a\u0301")).toBeNull();
  });

  it.each(["a\u2028b", "a\u2029b", "a\nb", "a\rb", "a\u001bb", "a\u0000", "a\u0085b", "\u202ea", "a\u2066b\u2069", "\u206fa"])(
    "FLD-03 a line with a separator or a control of directions is refused; a text keeps it",
    (given) => {
      expect(taken(line, given)).toBeNull();
      expect(taken(text, given)).toBe(given);
    },
  );

  it.each(named(["a\ud83d", "\ude00a", "a\ud83d\ud83d\ude00", "\udc00\ud800"]))(
    "FLD-05 no text of a contract takes %s as it is: people's are refused, a machine's get U+FFFD",
    (_shown, half) => {
      for (const field of FIELDS) {
        const value = taken(field.rule, half);
        if (isReadable(field)) expect([field.name, value]).toEqual([field.name, null]);
        else expect([field.name, value === null || value === half.toWellFormed().toLowerCase()]).toEqual([field.name, true]);
      }
    },
  );

  it("FLD-05 half a character anywhere in a JSON value becomes U+FFFD", () => {
    const rule = { type: "json" } as const;
    const outcome = validation({ field: rule })({ field: { "k\ud83d": ["a\ud83d", { deep: "\udc00" }, 1, null] } });
    expect(outcome).toEqual({ value: { field: { "k\ufffd": ["a\ufffd", { deep: "\ufffd" }, 1, null] } } });
  });

  it("FLD-05 an id that is cut inside a character is whole", () => {
    expect(taken({ type: "string", cutTo: 3 }, "ab😀")).toBe("ab\ufffd");
  });

  it.each(["\u0301", "\u0e49", "\u0489", "\u20dd", "\u0301\u200d", "\ufe0f"])(
    "FLD-06 a letter with 60 marks is refused, and one with 8 is not",
    (mark) => {
      for (const { rule, name } of FIELDS.filter(isReadable)) {
        if (rule.type === "string" && rule.pattern) continue;
        expect([name, taken(rule, `a${mark.repeat(60)}`)]).toEqual([name, null]);
        expect([name, taken(rule, `Zoe a${mark.repeat(9)}b`)]).toEqual([name, null]);
      }
      expect(taken(line, `a${mark.repeat(8)}b${mark.repeat(8)}c`)).not.toBeNull();
    },
  );

  it.each(WRITTEN)("FLD-06 %s is a name and a text", (written) => {
    expect(taken(line, written)).toBe(written);
    expect(taken(text, `${written}\n\n${written}`)).toBe(`${written}\n\n${written}`);
  });
});

/** Fields whose texts only machines read, or that must equal a stored text. */
const MACHINE_TEXTS =
  /^(password|currentPassword|newPassword|token|refreshToken|captchaToken|challengeToken|recoveryCode|factorId|trackingToken|code|state|browserKey|deviceToken|proof|url|path|landingPage|referrer|redirectUri|cursor|search|sort|locale|language|timezone|platform|region|tier|featured|category|slot|system|domain|key|slug|id|templateId|themeId|visitorId|quoteId|currency|pageViewId|deliveryId|reference|action|target|read|scopeValue|pattern|utm\w+|device|browser|os|osVersion|connectionType|consentAnalytics|title|email|username|q)$/;

it("FLD-03 a new text of a route is declared as a line or a text that people read, or named here", () => {
  const undeclared = FIELDS.filter((field) => {
    const { rule, name } = field;
    if (rule.type !== "string" || isReadable(field) || rule.from || rule.pattern || rule.cutTo !== undefined) return false;
    return !MACHINE_TEXTS.test(name.split(/[ .]/).at(-1) ?? "");
  });
  expect(undeclared.map(({ name }) => name)).toEqual([]);
  // The title of a page view is what a browser sent: an odd one is no reason to lose the visit.
  const machineTitles = FIELDS.filter((field) => / title$/.test(field.name) && !isReadable(field));
  expect(machineTitles.map(({ name }) => name)).toEqual(["analytics.recordPageView title"]);
});
