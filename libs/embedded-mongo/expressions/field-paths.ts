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

const fieldAtPath: Operator = (document, parts) => valueAtPath(document, parts as string[]);
const variableAtPath: Operator = (document, argument, options) => {
  const [name, ...parts] = argument as string[];
  return valueAtPath(evaluatePart(document, name, options), parts);
};

export const PATH_OPERATORS: OperatorTable = { [FIELD]: fieldAtPath, [VARIABLE]: variableAtPath };

function pathOf(text: string): unknown {
  if (text[0] !== "$" || !text.includes(".")) return text;
  const parts = text.split(".");
  return text[1] === "$" ? { [VARIABLE]: parts } : { [FIELD]: [text.slice(1, text.indexOf(".")), ...parts.slice(1)] };
}

/** The expression with its dotted paths replaced by operators, because mingo takes a number in a path for a position. */
export function withPaths(expression: unknown): unknown {
  if (typeof expression === "string") return pathOf(expression);
  if (Array.isArray(expression)) return expression.map(withPaths);
  if (!isDoc(expression) || firstKey(expression) === "$literal") return expression;
  const replaced: Doc = {};
  for (const key of Object.keys(expression)) setOwn(replaced, key, withPaths(own(expression, key)));
  return replaced;
}
