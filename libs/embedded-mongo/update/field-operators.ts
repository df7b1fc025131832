import { arithmetic, exactInteger, LONG_LIMIT, refuseDecimal } from "../values/arithmetic.ts";
import { isLong, isNumeric, typeName } from "../values/bson-types.ts";
import { compare, identical } from "../values/compare.ts";
import { clone, type Doc } from "../values/document.ts";
import { badValue, typeMismatch } from "../values/mongo-error.ts";
import { type Container, format, type UpdateStep } from "./update-step.ts";
import { childOf, putChild, type TargetChange } from "./visit-targets.ts";

function assign(container: Container, key: string | number, value: unknown): boolean {
  if (identical(childOf(container, key), value)) return false;
  putChild(container, key, clone(value));
  return true;
}

export const set =
  (step: UpdateStep): TargetChange =>
  (container, key) =>
    assign(container, key, step.argument);

export const unset: TargetChange = (container, key) => {
  if (Array.isArray(container)) {
    const index = Number(key);
    if (index >= container.length || container[index] === null) return false;
    container[index] = null;
    return true;
  }
  if (!Object.hasOwn(container, key)) return false;
  delete container[key];
  return true;
};

function overflows(left: unknown, right: unknown): boolean {
  if (!isLong(left) && !isLong(right)) return false;
  const result = exactInteger("add", left, right);
  return result !== null && (result >= LONG_LIMIT || result < -LONG_LIMIT);
}

/** `$inc`: an int that overflows becomes a long, a long that overflows is an error. */
export const increment =
  (step: UpdateStep, document: Doc): TargetChange =>
  (container, key) => {
    const { argument, parts } = step;
    refuseDecimal(argument);
    const before = childOf(container, key);
    if (before === undefined) {
      putChild(container, key, argument);
      return true;
    }
    if (!isNumeric(before))
      throw typeMismatch(
        `Cannot apply $inc to a value of non-numeric type. {_id: ${format(document._id)}} has the field '${parts.at(-1)}' of non-numeric type ${typeName(before)}`,
      );
    if (overflows(before, argument))
      throw badValue(
        `Failed to apply $inc operations to current value ((NumberLong)${String(before)}) for document {_id: ${format(document._id)}}`,
      );
    return assign(container, key, arithmetic("add", before, argument));
  };

/** `$min` and `$max`. */
export const extreme =
  (step: UpdateStep): TargetChange =>
  (container, key) => {
    const before = childOf(container, key);
    const result = before === undefined ? 0 : compare(step.argument, before);
    if (before !== undefined && (step.operator === "$min" ? result >= 0 : result <= 0)) return false;
    putChild(container, key, clone(step.argument));
    return true;
  };
