import { compileFilter } from "../matcher/compile-filter.ts";
import type { MatchOptions } from "../matcher/predicate.ts";
import { type Doc, isDoc, setOwn } from "../values/document.ts";
import { badValue, failedToParse } from "../values/mongo-error.ts";
import { type ElementFilters, format, type UpdateStep } from "./update-step.ts";

/** Rewrites `{ "x.a": 1 }`, where `x` is the identifier, to a filter on `{ element }`; collects the identifiers. */
function rebase(filter: Doc, identifiers: Set<string>): Doc {
  const rebased: Doc = {};
  for (const key of Object.keys(filter)) {
    const value = filter[key];
    if (key === "$and" || key === "$or" || key === "$nor")
      rebased[key] = Array.isArray(value) ? value.map((branch) => (isDoc(branch) ? rebase(branch, identifiers) : branch)) : value;
    else if (key[0] === "$") throw failedToParse(`${key} is not allowed in array filters`);
    else {
      const dot = key.indexOf(".");
      identifiers.add(dot < 0 ? key : key.slice(0, dot));
      setOwn(rebased, dot < 0 ? "element" : `element${key.slice(dot)}`, value);
    }
  }
  return rebased;
}

function identifierOf(identifiers: Set<string>): string {
  const [identifier, another] = identifiers;
  if (identifier === undefined) throw failedToParse("Cannot use an expression without a top-level field name in arrayFilters");
  if (another !== undefined)
    throw failedToParse(
      `Error parsing array filter :: caused by :: Expected a single top-level field name, found '${identifier}' and '${another}'`,
    );
  if (!/^[a-z][A-Za-z0-9]*$/.test(identifier))
    throw badValue(
      `Error parsing array filter :: caused by :: The top-level field name must be an alphanumeric string beginning with a lowercase letter, found '${identifier}'`,
    );
  return identifier;
}

const identifiersIn = (step: UpdateStep): string[] =>
  step.parts.filter((part) => part.startsWith("$[") && part.endsWith("]") && part.length > 3).map((part) => part.slice(2, -1));

/** Compiles the array filters of an update. Throws if a filter is unused or an identifier in a path has no filter. */
export function compileArrayFilters(
  arrayFilters: readonly unknown[],
  steps: readonly UpdateStep[],
  update: Doc,
  match: MatchOptions,
): ElementFilters {
  const used = new Set(steps.flatMap(identifiersIn));
  const filters = new Map<string, (element: unknown) => boolean>();
  for (const filter of arrayFilters) {
    if (!isDoc(filter)) throw failedToParse("Array filters must be objects");
    const identifiers = new Set<string>();
    const rebased = rebase(filter, identifiers);
    const identifier = identifierOf(identifiers);
    if (filters.has(identifier)) throw failedToParse(`Found multiple array filters with the same top-level field name ${identifier}`);
    const predicate = compileFilter(rebased, match);
    filters.set(identifier, (element) => predicate({ element }));
    if (!used.has(identifier))
      throw failedToParse(`The array filter for identifier '${identifier}' was not used in the update ${format(update)}`);
  }
  for (const step of steps) {
    const missing = identifiersIn(step).find((identifier) => !filters.has(identifier));
    if (missing !== undefined) throw badValue(`No array filter found for identifier '${missing}' in path '${step.path}'`);
  }
  return filters;
}
