import { Refused } from "./expressions.ts";
import { matchesFilter } from "./filters.ts";
import { applied, type Step, stepsOf } from "./updates.ts";
import { type Fields, isArray, isFields, isPosition } from "./values.ts";

/** Updates of elements, from the manual's "Array Update Operators": `$`, `$[]` and `$[identifier]`. */

const identifierOf = (part: string): string | null => (part.startsWith("$[") ? part.slice(2, -1) : null);

/** The test of each identifier. Every filter is used, and every identifier has one. */
function elementTests(arrayFilters: readonly Fields[], steps: readonly Step[]): Map<string, (element: unknown) => boolean> {
  const used = new Set(steps.flatMap(([path]) => path.split(".").map(identifierOf)));
  const tests = new Map<string, (element: unknown) => boolean>();
  for (const filter of arrayFilters) {
    const [[key = "", condition] = []] = Object.entries(filter);
    const [first] = key.startsWith("$") ? Object.keys((condition as Fields[])[0] ?? {}) : [key];
    const [name = ""] = String(first).split(".");
    if (!used.has(name)) throw new Refused(`the filter of ${name} is not used`);
    tests.set(name, (element) => matchesFilter({ [name]: element }, filter));
  }
  if ([...used].some((name) => name && !tests.has(name))) throw new Refused("an identifier without a filter");
  return tests;
}

/** The position of the first element that meets the one condition on an array; the outer array counts. */
function positionOf(document: Fields, filter: Fields): number | null {
  for (const [path, condition] of Object.entries(filter)) {
    const [name = "", ...rest] = path.split(".");
    const value = document[name];
    const wholeElement = isFields(condition) && "$elemMatch" in condition ? condition.$elemMatch : condition;
    const at = isArray(value)
      ? value.findIndex((element) =>
          rest.length
            ? isFields(element) && matchesFilter(element, { [rest.join(".")]: condition })
            : matchesFilter({ list: [element] }, { list: { $elemMatch: isFields(wholeElement) ? wholeElement : { $eq: wholeElement } } }),
        )
      : -1;
    if (at >= 0) return at;
  }
  return null;
}

/** The paths that a path with `$[]` and `$[identifier]` stands for in a document. */
function pathsIn(value: unknown, parts: readonly string[], tests: ReadonlyMap<string, (element: unknown) => boolean>): string[][] {
  const [part, ...rest] = parts;
  if (part === undefined) return [[]];
  const identifier = identifierOf(part);
  if (identifier === null) {
    if (!rest.some((other) => identifierOf(other) !== null)) return [[...parts]];
    return pathsIn(isFields(value) || (isArray(value) && isPosition(part)) ? (value as Fields)[part] : undefined, rest, tests).map(
      (path) => [part, ...path],
    );
  }
  if (!isArray(value)) throw new Refused("not an array");
  return value.flatMap((element, at) =>
    identifier === "" || tests.get(identifier)?.(element) ? pathsIn(element, rest, tests).map((path) => [String(at), ...path]) : [],
  );
}

const overlaps = (left: string, right: string): boolean => `${left}.`.startsWith(`${right}.`) || `${right}.`.startsWith(`${left}.`);

function refusePairs(paths: readonly string[], refuses: (left: string, right: string) => boolean): void {
  for (const [at, path] of paths.entries())
    if (paths.slice(at + 1).some((other) => refuses(path, other))) throw new Refused("two operators on one place");
}

/** Below one array MongoDB takes either `$[…]` or other parts. */
function mixes(left: string, right: string): boolean {
  const [first, second] = [left.split("."), right.split(".")];
  const at = first.findIndex((part, index) => part !== second[index]);
  const [part, other] = [first[at], second[at]];
  return part !== undefined && other !== undefined && (identifierOf(part) === null) !== (identifierOf(other) === null);
}

/** The document after an update; the same if the filter does not match it. */
export function arrayUpdated(document: Fields, filter: Fields, update: Fields, arrayFilters: readonly Fields[]): Fields {
  const steps = stepsOf(update);
  const tests = elementTests(arrayFilters, steps);
  refusePairs(
    steps.map(([path]) => path),
    mixes,
  );
  if (!matchesFilter(document, filter)) return document;
  const position = positionOf(document, filter);
  const concrete = steps.flatMap(([path, argument, operator]): Step[] => {
    const parts = path.split(".");
    if (parts.includes("$") && position === null) throw new Refused("no element was matched");
    const placed = parts.map((part) => (part === "$" ? String(position) : part));
    return pathsIn(document, placed, tests).map((target): Step => [target.join("."), argument, operator]);
  });
  refusePairs(
    concrete.map(([path]) => path),
    overlaps,
  );
  return applied(document, concrete);
}
