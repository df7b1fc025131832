import { isNil, truthy } from "../values/bson-types.ts";
import { compare } from "../values/compare.ts";
import { binary, NOT_GIVEN, type Operators, unary } from "./operator.ts";

const comparison = (accepts: (result: number) => boolean) => binary((left, right) => accepts(compare(left, right)));

/** Comparisons in BSON order, Boolean operators and conditionals. Operands that cannot affect the result are not evaluated. */
export const COMPARISON_OPERATORS: Operators = {
  $eq: comparison((result) => result === 0),
  $ne: comparison((result) => result !== 0),
  $gt: comparison((result) => result > 0),
  $gte: comparison((result) => result >= 0),
  $lt: comparison((result) => result < 0),
  $lte: comparison((result) => result <= 0),
  $and: { compile: (operands) => (document) => operands.every((operand) => truthy(operand(document))) },
  $or: { compile: (operands) => (document) => operands.some((operand) => truthy(operand(document))) },
  $not: unary((value) => !truthy(value)),
  $cond: {
    arity: [3, 3],
    named: { names: ["if", "then", "else"], unknown: 17083, missing: [17080, 17081, 17082] },
    compile:
      ([test = NOT_GIVEN, yes = NOT_GIVEN, no = NOT_GIVEN]) =>
      (document) =>
        (truthy(test(document)) ? yes : no)(document),
  },
  $ifNull: {
    compile: (operands) => (document) => {
      let value: unknown;
      for (const operand of operands) {
        value = operand(document);
        if (!isNil(value)) return value;
      }
      return value;
    },
  },
};
