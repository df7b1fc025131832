import { isNumeric, typeName } from "../values/bson-types.ts";
import { locationError, typeMismatch } from "../values/mongo-error.ts";

/** Computes the value of an expression for a document; undefined for a missing field. */
export type Compiled = (document: unknown) => unknown;

/** Operands by name, with MongoDB's codes for an unknown name and for each that is missing; null where it may be. */
interface NamedOperands {
  readonly names: readonly string[];
  readonly unknown: number;
  readonly missing: readonly (number | null)[];
  /** The code for an argument that is no document, where there is no list of operands. */
  readonly noDocument?: number;
}

/** An operator of expressions. */
export interface Operator {
  /** The least and the greatest number of operands; any number without it. */
  readonly arity?: readonly [least: number, most: number];
  readonly named?: NamedOperands;
  compile(operands: readonly Compiled[]): Compiled;
}

/** Stands for an operand that is not given. */
export const NOT_GIVEN: Compiled = () => undefined;

export type Operators = Readonly<Record<string, Operator>>;

const exactly = (count: number): Pick<Operator, "arity"> => ({ arity: [count, count] });

/** An operator of one operand. */
export const unary = (calculate: (value: unknown) => unknown): Operator => ({
  ...exactly(1),
  compile:
    ([operand = NOT_GIVEN]) =>
    (document) =>
      calculate(operand(document)),
});

/** An operator of two operands. */
export const binary = (calculate: (left: unknown, right: unknown) => unknown): Operator => ({
  ...exactly(2),
  compile:
    ([left = NOT_GIVEN, right = NOT_GIVEN]) =>
    (document) =>
      calculate(left(document), right(document)),
});

/** An operator of any number of operands, or of a number within bounds. */
export const variadic = (calculate: (...values: unknown[]) => unknown, arity?: Operator["arity"]): Operator => ({
  ...(arity && { arity }),
  compile: (operands) => (document) => calculate(...operands.map((operand) => operand(document))),
});

/** The calculation, with null as its result if a value is null or missing. */
export const ofPresent =
  (calculate: (...values: unknown[]) => unknown) =>
  (...values: unknown[]): unknown =>
    values.some((value) => value === null || value === undefined) ? null : calculate(...values);

/** Throws TypeMismatch if a value is not a number. */
export function requireNumber(value: unknown, operator: string): void {
  if (!isNumeric(value)) throw typeMismatch(`${operator} only supports numeric types, not ${typeName(value)}`);
}

export function requireArray(value: unknown, code: number, message: string): asserts value is unknown[] {
  if (!Array.isArray(value)) throw locationError(code, `${message} ${typeName(value)}`);
}
