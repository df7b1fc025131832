import type { StringCompare } from "../values/compare.ts";
import type { Doc } from "../values/document.ts";

/** Where a filter notes which element of an array matched, for the positional operator. */
export interface Position {
  index?: number;
}
export type Predicate = (document: Doc, position?: Position) => boolean;

/** What a filter needs from outside: a collation, and the evaluation of `$expr`. */
export interface MatchOptions {
  readonly strings?: StringCompare | undefined;
  readonly evaluator?: ((expression: unknown) => (document: Doc) => unknown) | undefined;
}

/** Compiles filters; given to the operators that contain other filters. */
export interface FilterCompiler {
  readonly options: MatchOptions;
  /** Conditions are on one element of an array: one that is itself an array is compared whole. */
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
