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

/** The comparison of a collation; undefined for none and for the simple one. */
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

/** Two queries or indexes with the same key compare strings alike; null is the simple comparison. */
export const collationKey = (collation: unknown): string | null => {
  if (typeof collation !== "object" || collation === null) return null;
  const { locale, strength } = collation as Doc;
  return locale === "simple" ? null : JSON.stringify([locale, strength === undefined ? 3 : toDouble(strength)]);
};

/** How an index with a collation of strength 1 to 3 folds its strings. */
export function stringFoldOf(collation: Doc): StringFold {
  const strength = strengthOf(collation);
  return (text) => {
    const decomposed = text.normalize("NFD");
    const folded = strength === 1 ? decomposed.replace(/[\u0300-\u036f]/g, "") : decomposed;
    return strength <= 2 ? folded.toLowerCase() : folded;
  };
}
