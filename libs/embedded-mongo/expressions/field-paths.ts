import { type Doc, firstKey, isDoc, own, setOwn } from "../values/document.ts";
import { evaluatePart, type Operator, type OperatorTable } from "./operator.ts";

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

/** Names of operators that only `withPaths` writes; a client's expression with one is unknown. */
const FIELD = "$fieldAtPath";
const VARIABLE = "$variableAtPath";
const ARRAY = "$arrayOf";

const fieldAtPath: Operator = (document, parts) => valueAtPath(document, parts as string[]);
const variableAtPath: Operator = (document, argument, options) => {
  const [name, ...parts] = argument as string[];
  return valueAtPath(evaluatePart(document, name, options), parts);
};

/** In an array a missing value is null. */
const arrayOf: Operator = (document, parts, options) => (parts as unknown[]).map((part) => evaluatePart(document, part, options) ?? null);

export const PATH_OPERATORS: OperatorTable = { [FIELD]: fieldAtPath, [VARIABLE]: variableAtPath, [ARRAY]: arrayOf };

function pathOf(text: string): unknown {
  if (text[0] !== "$" || !text.includes(".")) return text;
  const parts = text.split(".");
  return text[1] === "$" ? { [VARIABLE]: parts } : { [FIELD]: [text.slice(1, text.indexOf(".")), ...parts.slice(1)] };
}

const mayBeMissing = (part: unknown): boolean => isDoc(part) || (typeof part === "string" && part[0] === "$");
/** Named arguments that are lists of operands and not arrays. */
const OPERAND_LISTS = new Set(["branches", "inputs", "defaults"]);

/**
 * The expression with operators instead of its dotted paths and arrays, because mingo takes a number in a path for a position, and keeps a missing
 * value in an array.
 */
export function withPaths(expression: unknown, areOperands = false): unknown {
  if (typeof expression === "string") return pathOf(expression);
  if (Array.isArray(expression)) {
    const parts = expression.map((part) => withPaths(part));
    return !areOperands && parts.some(mayBeMissing) ? { [ARRAY]: parts } : parts;
  }
  if (!isDoc(expression) || firstKey(expression) === "$literal") return expression;
  const replaced: Doc = {};
  for (const key of Object.keys(expression))
    setOwn(replaced, key, withPaths(own(expression, key), key[0] === "$" || OPERAND_LISTS.has(key)));
  return replaced;
}
