import { isNil, truthy, typeName } from "../values/bson-types.ts";
import { compare } from "../values/compare.ts";
import { isDoc } from "../values/document.ts";
import { locationError } from "../values/mongo-error.ts";
import { asList, evaluatePart, type Operator, type OperatorTable, onArguments } from "./operator.ts";

const comparison = (accepts: (result: number) => boolean): Operator => onArguments((left, right) => accepts(compare(left, right)));

const condition: Operator = (document, argument, options) => {
  const [test, yes, no] = isDoc(argument) ? [argument.if, argument.then, argument.else] : asList(argument);
  return evaluatePart(document, truthy(evaluatePart(document, test, options)) ? yes : no, options);
};

const switchCase: Operator = (document, argument, options) => {
  if (!isDoc(argument)) throw locationError(40060, `$switch requires an object as an argument, found: ${typeName(argument)}`);
  const { branches } = argument;
  if (!Array.isArray(branches) || !branches.length) throw locationError(40068, "$switch requires at least one branch.");
  for (const branch of branches)
    if (isDoc(branch) && truthy(evaluatePart(document, branch.case, options))) return evaluatePart(document, branch.then, options);
  if (!("default" in argument))
    throw locationError(40066, "$switch could not find a matching branch for an input, and no default was specified.");
  return evaluatePart(document, argument.default, options);
};

const ifNull: Operator = (document, argument, options) => {
  const parts = asList(argument);
  for (const part of parts.slice(0, -1)) {
    const value = evaluatePart(document, part, options);
    if (!isNil(value)) return value;
  }
  return evaluatePart(document, parts.at(-1), options);
};

/** Comparison operators in BSON order, Boolean operators and conditionals. */
export const COMPARISON_OPERATORS: OperatorTable = {
  $eq: comparison((result) => result === 0),
  $ne: comparison((result) => result !== 0),
  $gt: comparison((result) => result > 0),
  $gte: comparison((result) => result >= 0),
  $lt: comparison((result) => result < 0),
  $lte: comparison((result) => result <= 0),
  $cmp: onArguments((left, right) => Math.sign(compare(left, right))),
  $and: (document, argument, options) => asList(argument).every((part) => truthy(evaluatePart(document, part, options))),
  $or: (document, argument, options) => asList(argument).some((part) => truthy(evaluatePart(document, part, options))),
  $not: onArguments((value) => !truthy(value)),
  $cond: condition,
  $switch: switchCase,
  $ifNull: ifNull,
};
