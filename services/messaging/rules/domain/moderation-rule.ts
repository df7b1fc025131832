import type { RuleKind } from "#libs/contracts/messaging/moderation.ts";
import { normalizedText, placesOf } from "#libs/kernel/word-places.ts";
import { compileRegex, UnsupportedPattern } from "./linear-regex.ts";

export interface ModerationRule {
  readonly id: string;
  readonly name: string;
  readonly kind: RuleKind;
  readonly pattern: string;
  readonly category: string;
}

export interface CompiledRule extends ModerationRule {
  /** Whether a normalized text matches. */
  matches(normalizedText: string): boolean;
}

/** Prepares a rule for use. Throws UnsupportedPattern. */
export function compileRule(rule: ModerationRule): CompiledRule {
  return { ...rule, matches: matcherOf(rule) };
}

/** Whether a rule can have this pattern. */
export function isSupportedPattern(kind: RuleKind, pattern: string): boolean {
  try {
    matcherOf({ kind, pattern });
    return true;
  } catch (error) {
    if (error instanceof UnsupportedPattern) return false;
    throw error;
  }
}

/** The rules that a text matches, in the order of the rules. */
export function findMatchingRules(rules: readonly CompiledRule[], content: string): readonly CompiledRule[] {
  if (rules.length === 0) return [];
  const text = normalizedText(content);
  return rules.filter((rule) => rule.matches(text));
}

function matcherOf({ kind, pattern }: Pick<ModerationRule, "kind" | "pattern">): CompiledRule["matches"] {
  if (kind === "REGEX") {
    const regex = compileRegex(pattern);
    return (text) => regex.test(text);
  }
  const needle = normalizedText(pattern).trim();
  if (needle === "") throw new UnsupportedPattern("the pattern is empty");
  return kind === "WORD" ? (text) => hasWord(needle, text) : (text) => text.includes(needle);
}

function hasWord(word: string, text: string): boolean {
  const [first] = placesOf(word, text, true);
  return first !== undefined;
}
