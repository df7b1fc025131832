import type { Doc } from "../values/document.ts";

export type Predicate = (document: Doc) => boolean;

/** The options of a filter: the compiler of `$expr`. */
export interface MatchOptions {
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
  return (document) => {
    for (const predicate of predicates) if (!predicate(document)) return false;
    return true;
  };
};
