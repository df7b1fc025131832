import type { MatchOptions } from "../matcher/predicate.ts";
import { typeName } from "../values/bson-types.ts";
import { equal } from "../values/compare.ts";
import { clone, type Doc, firstKey, isDigits, isDoc } from "../values/document.ts";
import { failedToParse, immutableField, MongoError } from "../values/mongo-error.ts";
import { addToSet, pull, push } from "./array-operators.ts";
import { checkArgument } from "./check-argument.ts";
import { extreme, increment, set, unset } from "./field-operators.ts";
import { format, type UpdateStep } from "./update-step.ts";
import { type TargetChange, visitTargets } from "./visit-targets.ts";

export interface CompiledUpdate {
  /** Returns an updated copy; the given document is not changed. `inserting`: an upsert inserts it, so that `$setOnInsert` applies. */
  apply(document: Doc, inserting: boolean): { document: Doc; changed: boolean };
}

type UpdateOperator = (step: UpdateStep, document: Doc, match: MatchOptions) => TargetChange;

/** The operators of an update. */
export const UPDATE_OPERATORS: Readonly<Record<string, UpdateOperator>> = {
  $set: set,
  $setOnInsert: set,
  $unset: () => unset,
  $inc: increment,
  $min: extreme,
  $max: extreme,
  $push: push,
  $addToSet: addToSet,
  $pull: pull,
};
/** Operators that do not create missing paths. */
const EXISTING_PATHS_ONLY = new Set(["$unset", "$pull"]);

export const isOperatorUpdate = (update: unknown): update is Doc => isDoc(update) && firstKey(update)?.[0] === "$";

/** Compiles an update document; throws a MongoError for an invalid one. */
export function compileUpdate(update: Doc, match: MatchOptions): CompiledUpdate {
  const steps = stepsOf(update).sort((left, right) => comparePaths(left.parts, right.parts));
  return {
    apply(document, inserting) {
      const updated = clone(document);
      let changed = false;
      for (const step of steps) if ((inserting || step.operator !== "$setOnInsert") && runStep(updated, step, match)) changed = true;
      if (!inserting && !equal(document._id, updated._id))
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
  if (parts.some((part) => part === "$" || (part.startsWith("$[") && part.endsWith("]"))))
    throw new MongoError(238, "NotImplemented", `updates of selected array elements are not supported by this server: '${path}'`);
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

/** Two paths cannot both be updated where one is or holds the other. */
function conflictOf(path: string, other: string): string | null {
  if (other === path || path.startsWith(`${other}.`)) return other;
  return other.startsWith(`${path}.`) ? path : null;
}

function stepsOf(update: Doc): UpdateStep[] {
  const steps: UpdateStep[] = [];
  const claimed: string[] = [];
  for (const operator of Object.keys(update)) {
    const fields = update[operator];
    if (!Object.hasOwn(UPDATE_OPERATORS, operator))
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

function runStep(document: Doc, step: UpdateStep, match: MatchOptions): boolean {
  const change = UPDATE_OPERATORS[step.operator]?.(step, document, match);
  return change !== undefined && visitTargets(document, { step, create: !EXISTING_PATHS_ONLY.has(step.operator), change });
}
