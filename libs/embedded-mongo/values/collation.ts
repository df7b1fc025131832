import { toDouble } from "./bson-types.ts";
import type { StringCompare } from "./compare.ts";
import type { Doc } from "./document.ts";
import type { StringFold } from "./index-key.ts";
import { badValue, locationError } from "./mongo-error.ts";

const strengthOf = (collation: Doc): number => (collation.strength === undefined ? 3 : toDouble(collation.strength));

function sensitivityOf(collation: Doc): "base" | "accent" | "case" | "variant" {
  const strength = strengthOf(collation);
  if (strength === 1) return collation.caseLevel ? "case" : "base";
  return strength === 2 && !collation.caseLevel ? "accent" : "variant";
}

/** The string comparison of a collation; undefined without a collation and for the simple one. */
export function stringCompareOf(collation: Doc | undefined): StringCompare | undefined {
  if (!collation || collation.locale === "simple") return undefined;
  if (!collation.locale) throw locationError(40414, "BSON field 'collation.locale' is missing but a required field");
  const { caseFirst } = collation;
  try {
    const collator = new Intl.Collator(String(collation.locale).replace("_", "-"), {
      sensitivity: sensitivityOf(collation),
      numeric: collation.numericOrdering === true,
      caseFirst: caseFirst === "upper" || caseFirst === "lower" ? caseFirst : "false",
      ignorePunctuation: collation.alternate === "shifted",
    });
    return collator.compare;
  } catch {
    throw badValue(`Field 'locale' is invalid in: { locale: "${String(collation.locale)}" }`);
  }
}

/** A key that is equal for collations with the same string comparison; null for the simple one. */
export const collationKey = (collation: unknown): string | null => {
  if (typeof collation !== "object" || collation === null) return null;
  const { locale, numericOrdering, caseLevel, alternate } = collation as Doc;
  if (locale === "simple") return null;
  return JSON.stringify([locale, strengthOf(collation as Doc), numericOrdering === true, caseLevel === true, alternate === "shifted"]);
};

/** Letters that have the same base as others without being composed of them. */
const BASES: Readonly<Record<string, string>> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ł: "l", ħ: "h" };
const HAS_BASE = new RegExp(`[${Object.keys(BASES).join("")}]`, "g");
/** Characters that a collation does not see, such as controls and joiners; tabs and ends of lines count. */
const IGNORED = /[[\p{Cf}\p{Cc}]--[\t\n\v\f\r\u0085]]/gv;

/** The string folding of an index with a collation of strength 1 to 3: what the collation takes for equal becomes one text. */
export function stringFoldOf(collation: Doc): StringFold {
  const strength = strengthOf(collation);
  const numeric = collation.numericOrdering === true;
  return (text) => {
    const seen = text.normalize(strength <= 2 ? "NFKD" : "NFD").replace(IGNORED, "");
    const numbered = numeric ? seen.replace(/(?<!\d)0+(?=\d)/g, "") : seen;
    const lower = strength <= 2 ? numbered.toLowerCase().replaceAll("ς", "σ") : numbered;
    return strength === 1 ? lower.replace(/\p{M}/gu, "").replace(HAS_BASE, (letter) => BASES[letter] ?? letter) : lower;
  };
}
