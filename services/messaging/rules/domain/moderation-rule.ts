import type { RuleKind } from "#libs/contracts/messaging/moderation.ts";
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

const WORD_CHARACTER = /[\p{L}\p{N}_]/u;

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
  const text = normalize(content);
  return rules.filter((rule) => rule.matches(text));
}

function matcherOf({ kind, pattern }: Pick<ModerationRule, "kind" | "pattern">): CompiledRule["matches"] {
  if (kind === "REGEX") {
    const regex = compileRegex(pattern);
    return (text) => regex.test(text);
  }
  const needle = normalize(pattern).trim();
  if (needle === "") throw new UnsupportedPattern("the pattern is empty");
  return kind === "WORD" ? (text) => containsWord(text, needle) : (text) => text.includes(needle);
}

function containsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const before = text[at - 1] ?? " ";
    const after = text[at + word.length] ?? " ";
    if (!WORD_CHARACTER.test(before) && !WORD_CHARACTER.test(after)) return true;
  }
  return false;
}

/** Makes texts equal that differ in case or in compatibility forms only. */
function normalize(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
