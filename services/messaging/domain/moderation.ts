import type { RuleKind } from "#libs/contracts/moderation.ts";
import { compileRegex, type LinearRegex, UnsupportedPattern } from "./linear-regex.ts";

export interface ModerationPattern {
  readonly id: string;
  readonly name: string;
  readonly kind: RuleKind;
  readonly pattern: string;
  readonly category: string;
}

/** A rule ready for use. */
export interface CompiledRule extends ModerationPattern {
  matches(text: string): boolean;
}

const PART_OF_WORD = /[\p{L}\p{N}_]/u;

/** Case and compatibility forms make no difference to a rule. */
function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** Prepares a rule once. Throws UnsupportedPattern. */
export function compileRule(rule: ModerationPattern): CompiledRule {
  return { ...rule, matches: matcherOf(rule) };
}

/** Whether a pattern can be used at all. */
export function isUsablePattern(kind: RuleKind, pattern: string): boolean {
  try {
    matcherOf({ kind, pattern });
    return true;
  } catch (error) {
    if (error instanceof UnsupportedPattern) return false;
    throw error;
  }
}

function matcherOf({ kind, pattern }: Pick<ModerationPattern, "kind" | "pattern">): (foldedText: string) => boolean {
  if (kind === "REGEX") {
    const regex: LinearRegex = compileRegex(pattern);
    return (text) => regex.test(text);
  }
  const needle = folded(pattern).trim();
  if (needle === "") throw new UnsupportedPattern("the pattern is empty");
  return kind === "WORD" ? (text) => hasWord(text, needle) : (text) => text.includes(needle);
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const before = text[at - 1] ?? " ";
    const after = text[at + word.length] ?? " ";
    if (!PART_OF_WORD.test(before) && !PART_OF_WORD.test(after)) return true;
  }
  return false;
}

/** The rules that a text breaks, in the order of the rules. */
export function flagsOf(rules: readonly CompiledRule[], content: string): readonly CompiledRule[] {
  if (rules.length === 0) return [];
  const text = folded(content);
  return rules.filter((rule) => rule.matches(text));
}
