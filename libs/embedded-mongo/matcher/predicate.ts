import type { StringCompare } from "../values/compare.ts";
import type { Doc } from "../values/document.ts";

/** Output of a predicate: the index of the array element that matched, for the positional operator. */
export interface Position {
  index?: number;
}
export type Predicate = (document: Doc, position?: Position) => boolean;

/** The options of a filter: the string comparison of a collation, and the compiler of `$expr`. */
export interface MatchOptions {
  readonly compareStrings?: StringCompare | undefined;
  readonly evaluator?: ((expression: unknown) => (document: Doc) => unknown) | undefined;
}

/** Compiles the filters nested in operators. */
export interface FilterCompiler {
  readonly options: MatchOptions;
  /** Conditions apply to one array element; an element that is itself an array is compared as a whole. */
  readonly wholeValues?: boolean;
  filter(filter: Doc): Predicate;
}

export const every = (predicates: readonly Predicate[]): Predicate => {
  const [first, second] = predicates;
  if (first && !second) return first;
  return (document, position) => {
    for (const predicate of predicates) if (!predicate(document, position)) return false;
    return true;
  };
};
