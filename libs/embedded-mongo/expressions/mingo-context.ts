import { Context, evalExpr } from "mingo/core";
import * as mingoAccumulators from "mingo/operators/accumulator";
import * as mingoExpressions from "mingo/operators/expression";
import * as mingoPipeline from "mingo/operators/pipeline";
import * as mingoProjection from "mingo/operators/projection";
import * as mingoQuery from "mingo/operators/query";
import * as mingoWindow from "mingo/operators/window";
import type { Options } from "mingo/types";
import type { Doc } from "../values/document.ts";
import { ACCUMULATING_EXPRESSIONS, ACCUMULATORS, accumulatorOperators } from "./accumulators.ts";
import { ARITHMETIC_OPERATORS } from "./arithmetic-operators.ts";
import { ARRAY_OPERATORS } from "./array-operators.ts";
import { COMPARISON_OPERATORS } from "./comparison-operators.ts";
import { CONVERSION_OPERATORS } from "./conversion-operators.ts";
import { DATE_OPERATORS } from "./date-operators.ts";
import { PATH_OPERATORS } from "./field-paths.ts";
import type { Operator, OperatorTable } from "./operator.ts";
import { REGEX_OPERATORS } from "./regex-operators.ts";
import { STRING_OPERATORS } from "./string-operators.ts";

interface Locals {
  readonly root?: unknown;
  readonly variables?: Doc;
  readonly timestamp?: number;
  readonly groupId?: unknown;
}

/** The options that mingo passes to operators: immutable settings and the bindings of the current scope. */
export interface EvaluationOptions extends Options {
  readonly options: Options;
  readonly local: Locals;
  update(locals: Locals): EvaluationOptions;
}

/** The class of these options. mingo does not export it, so it is taken from an instance that mingo passes to an operator. */
interface EvaluationOptionsClass {
  new (options: Options, locals: Locals): EvaluationOptions;
  init(options: Options): EvaluationOptions;
}

const operatorsOnly = (module: object): Doc => Object.fromEntries(Object.entries(module).filter(([name]) => name.startsWith("$")));

const OWN_EXPRESSIONS: OperatorTable = {
  ...COMPARISON_OPERATORS,
  ...ARITHMETIC_OPERATORS,
  ...ARRAY_OPERATORS,
  ...STRING_OPERATORS,
  ...REGEX_OPERATORS,
  ...CONVERSION_OPERATORS,
  ...ACCUMULATING_EXPRESSIONS,
};

const ownRoot = (document: unknown, options: Options): Options => evaluationOptions.init(options).update({ root: document });
const mingoOwn = operatorsOnly(mingoAccumulators);

/** `$top` and `$bottom` give the output of one document; mingo gives a list with it. */
const onlyOne =
  (accumulator: unknown): Operator =>
  (documents, expression, options) => {
    const found = (accumulator as Operator)(documents, expression, options);
    return (Array.isArray(found) ? found[0] : found) ?? null;
  };

const accumulators = {
  ...mingoOwn,
  $top: onlyOne(mingoOwn.$top),
  $bottom: onlyOne(mingoOwn.$bottom),
  ...accumulatorOperators(ownRoot),
};

type ContextParts = NonNullable<Parameters<typeof Context.init>[0]>;
const context = Context.init({
  accumulator: accumulators,
  expression: { ...operatorsOnly(mingoExpressions), ...DATE_OPERATORS, ...OWN_EXPRESSIONS, ...PATH_OPERATORS },
  pipeline: operatorsOnly(mingoPipeline),
  projection: operatorsOnly(mingoProjection),
  query: operatorsOnly(mingoQuery),
  window: operatorsOnly(mingoWindow),
} as unknown as ContextParts);

/** All operators that are valid in an expression. */
export const KNOWN_OPERATORS: ReadonlySet<string> = new Set([
  ...Object.keys(operatorsOnly(mingoExpressions)),
  ...Object.keys(OWN_EXPRESSIONS),
  ...Object.keys(accumulators),
  "$literal",
]);

const captured = captureOptions();
const evaluationOptions = captured.constructor as unknown as EvaluationOptionsClass;
const baseOptions: Options = { ...captured.options, context, scriptEnabled: true };

function captureOptions(): EvaluationOptions {
  const seen: EvaluationOptions[] = [];
  const capture = (_document: unknown, _argument: unknown, options: Options) => {
    seen.push(options as EvaluationOptions);
    return null;
  };
  const settings = { context: Context.init({ expression: { $capture: capture } } as unknown as ContextParts) };
  evalExpr({}, { $capture: 1 }, settings as unknown as Options);
  const [options] = seen;
  if (!options) throw new Error("mingo did not call the operator");
  return options;
}

/** Whether an operator accepts longs and regular expressions as BSON values; mingo's operators accept JavaScript values only. */
export const acceptsBsonValues = (operator: string): boolean =>
  Object.hasOwn(OWN_EXPRESSIONS, operator) || Object.hasOwn(ACCUMULATORS, operator);

/** The options for the expressions of one command: its variables and the value of `$$NOW`. */
export const commandOptions = (variables: Doc, now: Date): EvaluationOptions =>
  new evaluationOptions(baseOptions, { variables, timestamp: now.getTime() });

/** A new scope with the document as `$$ROOT`. */
export const scopeFor = (options: EvaluationOptions, root: unknown): EvaluationOptions => evaluationOptions.init(options).update({ root });

/** The accumulator of a name, as mingo calls it; null if it is unknown. */
export const accumulatorNamed = (name: string): ((documents: unknown, expression: unknown, options: Options) => unknown) | null =>
  Object.hasOwn(accumulators, name)
    ? (accumulators[name as keyof typeof accumulators] as (documents: unknown, expression: unknown, options: Options) => unknown)
    : null;
