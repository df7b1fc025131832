import { type Doc, firstKey, isDoc, own, setOwn } from "../values/document.ts";
import { failedToParse, locationError, MongoError } from "../values/mongo-error.ts";
import { ACCUMULATING_EXPRESSIONS } from "./accumulators.ts";
import { ARITHMETIC_OPERATORS } from "./arithmetic-operators.ts";
import { COMPARISON_OPERATORS } from "./comparison-operators.ts";
import { dateToString } from "./date-to-string.ts";
import { LIST_OPERATORS } from "./list-operators.ts";
import { type Compiled, NOT_GIVEN, type Operator, type Operators } from "./operator.ts";

const LITERAL = "$literal";

const OPERATORS: Operators = {
  ...COMPARISON_OPERATORS,
  ...ARITHMETIC_OPERATORS,
  ...LIST_OPERATORS,
  ...ACCUMULATING_EXPRESSIONS,
  $dateToString: dateToString,
};

/** All operators that are valid in an expression. */
export const EXPRESSION_OPERATORS: ReadonlySet<string> = new Set([...Object.keys(OPERATORS), LITERAL]);

/** The names that the expressions of a command may use besides the document. */
export interface ExpressionContext {
  readonly variables: Doc;
  /** `$$NOW` */
  readonly now: Date;
}

/** Compiles an expression; throws a MongoError for an invalid one. Without a context it may name any variable, and is only checked. */
export function compileExpression(expression: unknown, context: ExpressionContext | null): Compiled {
  if (typeof expression === "string") return compileText(expression, context);
  if (Array.isArray(expression)) {
    const parts = expression.map((part) => compileExpression(part, context));
    // in an array a missing value is null
    return (document) => parts.map((part) => part(document) ?? null);
  }
  if (!isDoc(expression)) return () => expression;
  return firstKey(expression)?.[0] === "$" ? compileOperator(expression, context) : compileFields(expression, context);
}

/** Throws a MongoError for an invalid expression, even if it is never evaluated. */
export const checkExpression = (expression: unknown): void => {
  compileExpression(expression, null);
};

function compileText(text: string, context: ExpressionContext | null): Compiled {
  if (text[0] !== "$") return () => text;
  const parts = text.split(".");
  const [first = "", ...rest] = parts;
  if (first === "$") throw locationError(16872, "'$' by itself is not a valid FieldPath");
  if (parts.includes("")) throw locationError(15998, `FieldPath field names may not be empty strings: ${text}`);
  if (first.startsWith("$$")) return compileVariable(first.slice(2), rest, context);
  const field = first.slice(1);
  return rest.length ? (document) => valueAtPath(own(document as Doc, field), rest) : (document) => own(document as Doc, field);
}

function compileVariable(name: string, path: readonly string[], context: ExpressionContext | null): Compiled {
  if (name === "") throw failedToParse("empty variable names are not allowed");
  if (name === "ROOT" || name === "CURRENT") return (document) => valueAtPath(document, path);
  if (name === "REMOVE" || !context) return () => undefined;
  if (name !== "NOW" && !Object.hasOwn(context.variables, name)) throw locationError(17276, `Use of undefined variable: ${name}`);
  const value = valueAtPath(name === "NOW" ? context.now : own(context.variables, name), path);
  return () => value;
}

/**
 * The value at a path of an expression. Unlike in filters, a number is the name of a field and never a position: an array stands for its
 * documents, and gives the list of their values.
 */
function valueAtPath(value: unknown, parts: readonly string[], depth = 0): unknown {
  if (depth === parts.length) return value;
  if (isDoc(value)) return valueAtPath(own(value, parts[depth] ?? ""), parts, depth + 1);
  if (!Array.isArray(value)) return undefined;
  return value
    .filter(isDoc)
    .map((element) => valueAtPath(element, parts, depth))
    .filter((found) => found !== undefined);
}

function compileFields(fields: Doc, context: ExpressionContext | null): Compiled {
  const compiled = Object.keys(fields).map((key) => [key, compileExpression(own(fields, key), context)] as const);
  return (document) => {
    const result: Doc = {};
    for (const [key, compute] of compiled) {
      const value = compute(document);
      if (value !== undefined) setOwn(result, key, value);
    }
    return result;
  };
}

function compileOperator(expression: Doc, context: ExpressionContext | null): Compiled {
  const [name = "", another] = Object.keys(expression);
  if (another !== undefined)
    throw locationError(15983, `An object representing an expression must have exactly one field: ${JSON.stringify(expression)}`);
  const argument = own(expression, name);
  if (name === LITERAL) return () => argument;
  const operator = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
  if (!operator) throw new MongoError(168, "InvalidPipelineOperator", `Unrecognized expression '${name}'`);
  return operator.compile(compileOperands(name, operator, argument, context));
}

function compileOperands(name: string, { arity, named }: Operator, argument: unknown, context: ExpressionContext | null): Compiled[] {
  if (named && isDoc(argument) && firstKey(argument)?.[0] !== "$") {
    const unknown = Object.keys(argument).find((key) => !named.names.includes(key));
    if (unknown !== undefined) throw locationError(named.unknown, `Unrecognized argument to ${name}: ${unknown}`);
    return named.names.map((key, at) => {
      if (Object.hasOwn(argument, key)) return compileExpression(argument[key], context);
      const code = named.missing[at];
      if (code) throw locationError(code, `Missing '${key}' parameter to ${name}`);
      return NOT_GIVEN;
    });
  }
  if (named?.noDocument) throw locationError(named.noDocument, `${name} only supports an object as its argument`);
  const operands = Array.isArray(argument) ? argument : [argument];
  const [least, most] = arity ?? [0, Number.POSITIVE_INFINITY];
  if (operands.length < least || operands.length > most) {
    const wanted = least === most ? `exactly ${least}` : `at least ${least} and at most ${most}`;
    throw locationError(16020, `Expression ${name} takes ${wanted} arguments. ${operands.length} were passed in.`);
  }
  return operands.map((operand) => compileExpression(operand, context));
}
