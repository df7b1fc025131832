import { Long, Timestamp } from "bson";
import { type ArithmeticOperation, arithmetic, exactInteger, LONG_LIMIT } from "../values/arithmetic.ts";
import { isLong, isNumeric, toDouble, typeName } from "../values/bson-types.ts";
import { compare, identical } from "../values/compare.ts";
import { clone, type Doc, isDoc } from "../values/document.ts";
import { badValue, typeMismatch } from "../values/mongo-error.ts";
import { type Container, format, type UpdateContext, type UpdateStep } from "./update-step.ts";
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

const overflows = (operation: ArithmeticOperation, left: unknown, right: unknown): boolean => {
  if (!isLong(left) && !isLong(right)) return false;
  const result = exactInteger(operation, left, right);
  return result !== null && (result >= LONG_LIMIT || result < -LONG_LIMIT);
};

/** `$inc` and `$mul`: an int that overflows becomes a long, a long that overflows is an error. */
export const calculate =
  (step: UpdateStep, document: Doc): TargetChange =>
  (container, key) => {
    const { operator, argument, parts } = step;
    const operation: ArithmeticOperation = operator === "$inc" ? "add" : "multiply";
    const before = childOf(container, key);
    if (before === undefined) {
      putChild(container, key, operator === "$inc" ? argument : arithmetic("multiply", argument, 0));
      return true;
    }
    if (!isNumeric(before))
      throw typeMismatch(
        `Cannot apply ${operator} to a value of non-numeric type. {_id: ${format(document._id)}} has the field '${parts.at(-1)}' of non-numeric type ${typeName(before)}`,
      );
    if (overflows(operation, before, argument))
      throw badValue(
        `Failed to apply ${operator} operations to current value ((NumberLong)${String(before)}) for document {_id: ${format(document._id)}}`,
      );
    return assign(container, key, arithmetic(operation, before, argument));
  };

export const extreme =
  (step: UpdateStep, context: UpdateContext): TargetChange =>
  (container, key) => {
    const before = childOf(container, key);
    const result = before === undefined ? 0 : compare(step.argument, before, context.compareStrings);
    if (before !== undefined && (step.operator === "$min" ? result >= 0 : result <= 0)) return false;
    putChild(container, key, clone(step.argument));
    return true;
  };

export const currentDate = (step: UpdateStep, context: UpdateContext): TargetChange => {
  const now = context.now ?? new Date();
  return (container, key) => {
    const asTimestamp = isDoc(step.argument) && step.argument.$type === "timestamp";
    const timestamp = () => context.timestamp?.() ?? new Timestamp({ t: Math.floor(now.getTime() / 1000), i: 1 });
    putChild(container, key, asTimestamp ? timestamp() : now);
    return true;
  };
};

const bitOperand = (value: unknown): bigint => (isLong(value) ? value.toBigInt() : BigInt(toDouble(value)));

export const bit =
  (step: UpdateStep, document: Doc): TargetChange =>
  (container, key) => {
    const before = childOf(container, key) ?? 0;
    if (!isNumeric(before) || !Number.isInteger(toDouble(before)))
      throw badValue(
        `Cannot apply $bit to a value of non-integral type.{_id: ${format(document._id)}} has the field ${step.path} of non-integer type ${typeName(before)}`,
      );
    let bits = bitOperand(before);
    let long = isLong(before);
    for (const [name, value] of Object.entries(step.argument as Doc)) {
      const operand = bitOperand(value);
      long ||= isLong(value);
      if (name === "and") bits &= operand;
      else if (name === "or") bits |= operand;
      else if (name === "xor") bits ^= operand;
      else
        throw badValue(
          `The $bit modifier only supports 'and', 'or', and 'xor', not '${name}' which is an unknown operator: {${name}: ${format(value)}}`,
        );
    }
    return assign(container, key, long ? Long.fromBigInt(bits) : Number(bits));
  };
