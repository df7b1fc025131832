import { Decimal128, Long } from "bson";
import { arithmetic, type RoundingMode, roundTo } from "../values/arithmetic.ts";
import { isDecimal, isInt32, isLong, isNil, isNumeric, isTimestamp, toDouble, typeName } from "../values/bson-types.ts";
import { compareNumbers } from "../values/compare.ts";
import { badValue, locationError, typeMismatch } from "../values/mongo-error.ts";
import { sumOf } from "../values/number-sum.ts";
import { argumentsOf, type Operator, type OperatorTable, onPresent, requireNumber } from "./operator.ts";

/** `$divide` returns a double even for longs. */
const asDouble = (value: unknown): unknown => (isLong(value) ? value.toNumber() : value);

function add(...values: unknown[]): unknown {
  let date = false;
  const numbers = values.map((value) => {
    if (value instanceof Date) {
      if (date) throw locationError(16612, "only one date allowed in an $add expression");
      date = true;
      return value.getTime();
    }
    if (!isNumeric(value)) throw typeMismatch(`$add only supports numeric or date types, not ${typeName(value)}`);
    return value;
  });
  const sum = sumOf(numbers);
  return date ? new Date(Math.round(toDouble(sum))) : sum;
}

function subtract(left: unknown, right: unknown): unknown {
  if (left instanceof Date) {
    if (right instanceof Date) return Long.fromNumber(left.getTime() - right.getTime());
    requireNumber(right, "$subtract");
    return new Date(left.getTime() - Math.round(toDouble(right)));
  }
  if (!isNumeric(left) || !isNumeric(right)) throw typeMismatch(`can't $subtract ${typeName(right)} from ${typeName(left)}`);
  return arithmetic("subtract", left, right);
}

function divide(left: unknown, right: unknown): unknown {
  if (!isNumeric(left) || !isNumeric(right))
    throw typeMismatch(`$divide only supports numeric types, not ${typeName(left)} and ${typeName(right)}`);
  if (toDouble(right) === 0) throw badValue("can't $divide by zero");
  return arithmetic("divide", asDouble(left), asDouble(right));
}

function remainder(left: unknown, right: unknown): unknown {
  if (!isNumeric(left) || !isNumeric(right))
    throw locationError(16611, `$mod only supports numeric types, not ${typeName(left)} and ${typeName(right)}`);
  if (toDouble(right) === 0) throw locationError(16610, "can't $mod by zero");
  return arithmetic("remainder", left, right);
}

function absolute(value: unknown): unknown {
  requireNumber(value, "$abs");
  return compareNumbers(value, 0) < 0 ? arithmetic("subtract", isDecimal(value) ? Decimal128.fromString("0") : 0, value) : value;
}

/** `$pow`; a long result of integers is exact if it is a safe integer. */
function power(base: unknown, exponent: unknown): unknown {
  requireNumber(base, "$pow's base");
  requireNumber(exponent, "$pow's exponent");
  const result = toDouble(base) ** toDouble(exponent);
  const integral = (isLong(base) || isInt32(base)) && Number.isSafeInteger(result);
  if (isDecimal(base) || isDecimal(exponent)) return Decimal128.fromString(String(result));
  return integral && (isLong(base) || !isInt32(result)) ? Long.fromNumber(result) : result;
}

const onNumber = (operator: string, calculate: (value: number) => number): Operator =>
  onPresent((value) => {
    requireNumber(value, operator);
    const result = calculate(toDouble(value));
    return isDecimal(value) ? Decimal128.fromString(String(result)) : result;
  });

const rounding =
  (operator: string, mode: RoundingMode): Operator =>
  (document, argument, options) => {
    const [value, place] = argumentsOf(document, argument, options);
    if (isNil(value) || place === null) return null;
    requireNumber(value, operator);
    return roundTo(value, place === undefined ? 0 : toDouble(place), mode);
  };

const positive =
  (code: number, operator: string, calculate: (value: number) => number) =>
  (value: number): number => {
    if (value <= 0) throw locationError(code, `${operator}'s argument must be a positive number, but is ${value}`);
    return calculate(value);
  };

/** Arithmetic operators with exact longs and decimals. */
export const ARITHMETIC_OPERATORS: OperatorTable = {
  $add: onPresent(add),
  $subtract: onPresent(subtract),
  $multiply: onPresent((...values) => {
    for (const value of values) requireNumber(value, "$multiply");
    return values.reduce((product, value) => arithmetic("multiply", product, value), 1);
  }),
  $divide: onPresent(divide),
  $mod: onPresent(remainder),
  $abs: onPresent(absolute),
  $ceil: rounding("$ceil", "ceil"),
  $floor: rounding("$floor", "floor"),
  $round: rounding("$round", "round"),
  $trunc: rounding("$trunc", "trunc"),
  $sqrt: onNumber("$sqrt", (value) => {
    if (value < 0) throw locationError(28714, "$sqrt's argument must be greater than or equal to 0");
    return Math.sqrt(value);
  }),
  $exp: onNumber("$exp", Math.exp),
  $ln: onNumber("$ln", positive(28766, "$ln", Math.log)),
  $log10: onNumber("$log10", positive(28761, "$log10", Math.log10)),
  $log: onPresent((value, base) => {
    requireNumber(value, "$log's argument");
    requireNumber(base, "$log's base");
    const [number, root] = [toDouble(value), toDouble(base)];
    if (number <= 0) throw locationError(28758, `$log's argument must be a positive number, but is ${number}`);
    if (root <= 0 || root === 1) throw locationError(28759, `$log's base must be a positive number not equal to 1, but is ${root}`);
    return Math.log(number) / Math.log(root);
  }),
  $pow: onPresent(power),
  $tsSecond: onPresent((value) => (isTimestamp(value) ? Long.fromNumber(value.high >>> 0) : null)),
  $tsIncrement: onPresent((value) => (isTimestamp(value) ? Long.fromNumber(value.low >>> 0) : null)),
};
