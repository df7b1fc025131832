import { evalExpr } from "mingo/core";
import type { Options } from "mingo/types";
import { isNumeric, typeName } from "../values/bson-types.ts";
import { locationError, type MongoError, typeMismatch } from "../values/mongo-error.ts";

/** An operator as mingo calls it: the current document, the argument as written, and the options of the evaluation. */
export type Operator = (document: unknown, argument: unknown, options: Options) => unknown;
export type OperatorTable = Readonly<Record<string, Operator>>;

/** Evaluates an operand of an operator. */
export const evaluatePart = (document: unknown, expression: unknown, options: Options): unknown => evalExpr(document, expression, options);

export const asList = (argument: unknown): unknown[] => (Array.isArray(argument) ? argument : [argument]);

/** The evaluated arguments of an operator; a single argument may be given without an array. */
export const argumentsOf = (document: unknown, argument: unknown, options: Options): unknown[] =>
  asList(argument).map((part) => evalExpr(document, part, options));

/** Makes an operator from a function of its evaluated arguments. */
export const onArguments =
  (calculate: (...values: unknown[]) => unknown): Operator =>
  (document, argument, options) =>
    calculate(...argumentsOf(document, argument, options));

/** Like `onArguments`, but the result is null if an argument is null or missing. */
export const onPresent =
  (calculate: (...values: unknown[]) => unknown): Operator =>
  (document, argument, options) => {
    const values = argumentsOf(document, argument, options);
    return values.some((value) => value === null || value === undefined) ? null : calculate(...values);
  };

/** Throws TypeMismatch if a value is not a number. */
export function requireNumber(value: unknown, operator: string): void {
  if (!isNumeric(value)) throw typeMismatch(`${operator} only supports numeric types, not ${typeName(value)}`);
}

export function requireArray(value: unknown, code: number, message: string): asserts value is unknown[] {
  if (!Array.isArray(value)) throw locationError(code, `${message} ${typeName(value)}`);
}

export const notSupported = (what: string): MongoError => locationError(31264, `${what} is not supported by this server`);
