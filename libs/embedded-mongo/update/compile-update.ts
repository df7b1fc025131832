import type { MatchOptions } from "../matcher/predicate.ts";
import { typeName } from "../values/bson-types.ts";
import { equal } from "../values/compare.ts";
import { clone, type Doc, firstKey, isDigits, isDoc } from "../values/document.ts";
import { badValue, failedToParse, immutableField, MongoError } from "../values/mongo-error.ts";
import { compileArrayFilters } from "./array-filters.ts";
import { addToSet, pop, pull, push } from "./array-operators.ts";
import { checkArgument } from "./check-argument.ts";
import { bit, calculate, currentDate, extreme, set, unset } from "./field-operators.ts";
import { renameField } from "./rename-field.ts";
import { isDynamic, selectElements, selectsElements } from "./select-elements.ts";
import { type ElementFilters, format, type UpdateContext, type UpdateStep } from "./update-step.ts";
import { type TargetChange, visitTargets } from "./visit-targets.ts";

export interface CompiledUpdate {
  /** Whether a path has the positional operator `$`. */
  readonly positional: boolean;
  /** Returns an updated copy; the given document is not changed. */
  apply(document: Doc, context: UpdateContext): { document: Doc; changed: boolean };
}

const OPERATORS = new Set(
  "$set $unset $inc $mul $min $max $rename $setOnInsert $currentDate $push $pop $pull $pullAll $addToSet $bit".split(" "),
);
/** Operators that do not create missing paths. */
const EXISTING_PATHS_ONLY = new Set(["$unset", "$pop", "$pull", "$pullAll", "$rename"]);

export const isOperatorUpdate = (update: unknown): update is Doc => isDoc(update) && firstKey(update)?.[0] === "$";

/** Compiles an update document; throws a MongoError for an invalid one. */
export function compileUpdate(update: Doc, arrayFilters: readonly unknown[], match: MatchOptions): CompiledUpdate {
  const steps = stepsOf(update);
  const filters = compileArrayFilters(arrayFilters, steps, update, match);
  steps.sort((left, right) => comparePaths(left.parts, right.parts));
  const dynamic = steps.some(isDynamic);
  return {
    positional: steps.some((step) => step.parts.includes("$")),
    apply(document, context) {
      const updated = clone(document);
      let changed = false;
      const concrete = dynamic ? concreteSteps(document, steps, context, filters) : steps;
      for (const step of concrete) if (runStep(updated, step, context)) changed = true;
      if (!context.inserting && !equal(document._id, updated._id))
        throw immutableField("Performing an update on the path '_id' would modify the immutable field '_id'");
      return { document: updated, changed };
    },
  };
}

function checkPath(path: string): string[] {
  if (path === "") throw new MongoError(56, "EmptyFieldName", "An empty update path is not valid.");
  const parts = path.split(".");
  if (parts.includes(""))
    throw new MongoError(56, "EmptyFieldName", `The update path '${path}' contains an empty field name, which is not allowed.`);
  if (parts[0] === "$" || parts[0]?.startsWith("$["))
    throw badValue(`Cannot have positional (i.e. '$') element in the first position in path '${path}'`);
  if (parts.indexOf("$") !== parts.lastIndexOf("$")) throw badValue(`Too many positional (i.e. '$') elements found in path '${path}'`);
  return parts;
}

function claimPath(path: string, claimed: string[]): void {
  for (const other of claimed) {
    const place = conflictOf(path, other);
    if (place === null) continue;
    throw new MongoError(40, "ConflictingUpdateOperators", `Updating the path '${path}' would create a conflict at '${place}'`);
  }
  claimed.push(path);
}

/** Where two paths cannot both be updated: one holds the other, or one selects elements (`$[…]`) of what the other goes into by name. */
function conflictOf(path: string, other: string): string | null {
  if (other === path || path.startsWith(`${other}.`)) return other;
  if (other.startsWith(`${path}.`)) return path;
  const [parts, others] = [path.split("."), other.split(".")];
  const at = parts.findIndex((part, index) => part !== others[index]);
  return selectsElements(parts[at] ?? "") === selectsElements(others[at] ?? "") ? null : parts.slice(0, at).join(".");
}

function checkRename(path: string, parts: readonly string[], target: unknown): string {
  if (typeof target !== "string") throw badValue(`The 'to' field for $rename must be a string: ${path}: ${format(target)}`);
  const isPositional = (part: string) => part.startsWith("$");
  if (parts.some(isPositional) || target.split(".").some(isPositional))
    throw badValue(`The source field for $rename may not be dynamic: ${path}`);
  if (target === path) throw badValue(`The source and target field for $rename must differ: ${path}: "${target}"`);
  return target;
}

function stepsOf(update: Doc): UpdateStep[] {
  const steps: UpdateStep[] = [];
  const claimed: string[] = [];
  for (const operator of Object.keys(update)) {
    const fields = update[operator];
    if (!OPERATORS.has(operator))
      throw failedToParse(`Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`);
    if (!isDoc(fields))
      throw failedToParse(
        `Modifiers operate on fields but we found type ${typeName(fields)} instead. For example: {$mod: {<field>: ...}} not {${operator}: ${format(fields)}}`,
      );
    for (const path of Object.keys(fields)) {
      const parts = checkPath(path);
      const argument = fields[path];
      checkArgument(operator, path, argument);
      claimPath(path, claimed);
      if (operator === "$rename") claimPath(checkRename(path, parts, argument), claimed);
      steps.push({ operator, path, parts, argument });
    }
  }
  return steps;
}

/** The order in which MongoDB applies the steps: by path, with numeric parts as numbers. */
function comparePaths(left: readonly string[], right: readonly string[]): number {
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const leftPart = left[index] ?? "";
    const rightPart = right[index] ?? "";
    if (leftPart === rightPart) continue;
    if (isDigits(leftPart) && isDigits(rightPart)) return Number(leftPart) - Number(rightPart);
    return leftPart < rightPart ? -1 : 1;
  }
  return left.length - right.length;
}

/** The steps without `$`, `$[]` and `$[id]`. Elements are selected before any step changes the document, and two steps may not change one place. */
function concreteSteps(document: Doc, steps: readonly UpdateStep[], context: UpdateContext, filters: ElementFilters): UpdateStep[] {
  const wanted = steps.filter(({ operator }) => operator !== "$setOnInsert" || context.inserting);
  const concrete = wanted.flatMap((step) => (isDynamic(step) ? selectElements(document, step, context.position, filters) : [step]));
  const claimed: string[] = [];
  for (const { path } of concrete) claimPath(path, claimed);
  return concrete.sort((left, right) => comparePaths(left.parts, right.parts));
}

function changeOf(document: Doc, step: UpdateStep, context: UpdateContext): TargetChange {
  switch (step.operator) {
    case "$unset":
      return unset;
    case "$inc":
    case "$mul":
      return calculate(step, document);
    case "$min":
    case "$max":
      return extreme(step, context);
    case "$currentDate":
      return currentDate(step, context);
    case "$push":
      return push(step, context, document);
    case "$addToSet":
      return addToSet(step, context);
    case "$pop":
      return pop(step);
    case "$pull":
    case "$pullAll":
      return pull(step, context);
    case "$bit":
      return bit(step, document);
    default:
      return set(step);
  }
}

function runStep(document: Doc, step: UpdateStep, context: UpdateContext): boolean {
  if (step.operator === "$setOnInsert" && !context.inserting) return false;
  const visit = (create: boolean, change: TargetChange) => visitTargets(document, { step, create, change });
  if (step.operator === "$rename") return renameField(document, step, visit);
  return visit(!EXISTING_PATHS_ONLY.has(step.operator), changeOf(document, step, context));
}
