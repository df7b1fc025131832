import { type Doc, getPath, isDoc, own, setOwn } from "../values/document.ts";

/** The value of an expression that does not depend on a document; null if it does. */
type Constant = { readonly value: unknown } | null;

function constantValue(expression: unknown, variables: Doc): Constant {
  if (typeof expression === "string") {
    if (expression[0] !== "$") return { value: expression };
    if (!expression.startsWith("$$")) return null;
    const [name = "", ...path] = expression.slice(2).split(".");
    if (!Object.hasOwn(variables, name)) return null;
    const variable = own(variables, name);
    const value = path.length ? getPath(variable, path.join(".")) : variable;
    return value === undefined ? null : { value };
  }
  if (isDoc(expression)) return "$literal" in expression ? { value: expression.$literal } : null;
  return Array.isArray(expression) ? null : { value: expression };
}

const isScalar = (value: unknown): boolean => value !== null && value !== undefined && !Array.isArray(value) && !isDoc(value);
const fieldOf = (expression: unknown): string | null =>
  typeof expression === "string" && /^\$[^$]/.test(expression) ? expression.slice(1) : null;

function constantList(expression: unknown, variables: Doc): unknown[] | null {
  if (!Array.isArray(expression)) {
    const constant = constantValue(expression, variables);
    return constant && Array.isArray(constant.value) ? constant.value : null;
  }
  const values = expression.map((element) => constantValue(element, variables));
  return values.every((constant) => constant !== null) ? values.map((constant) => constant?.value) : null;
}

function addEquality([left, right]: unknown[], variables: Doc, narrowed: Doc): void {
  for (const [field, other] of [
    [fieldOf(left), right],
    [fieldOf(right), left],
  ] as const) {
    if (field === null) continue;
    const constant = constantValue(other, variables);
    if (constant && isScalar(constant.value)) setOwn(narrowed, field, constant.value);
  }
}

function addExpression(expression: unknown, variables: Doc, narrowed: Doc): void {
  if (!isDoc(expression)) return;
  const { $and, $eq, $in } = expression;
  if (Array.isArray($and)) for (const part of $and) addExpression(part, variables, narrowed);
  if (Array.isArray($eq) && $eq.length === 2) addEquality($eq, variables, narrowed);
  const field = Array.isArray($in) && $in.length === 2 ? fieldOf($in[0]) : null;
  if (field === null || !Array.isArray($in)) return;
  const list = constantList($in[1], variables);
  if (list?.every(isScalar)) setOwn(narrowed, field, { $in: list });
}

function addFilter(filter: unknown, variables: Doc, narrowed: Doc): void {
  if (!isDoc(filter)) return;
  addExpression(filter.$expr, variables, narrowed);
  if (Array.isArray(filter.$and)) for (const branch of filter.$and) addFilter(branch, variables, narrowed);
}

/** The filter for choosing an index: adds `f: x` for `$expr: { $eq: ["$f", x] }` if x is constant. */
export function narrowByExpression(filter: Doc, variables: Doc): Doc {
  const narrowed: Doc = {};
  addFilter(filter, variables, narrowed);
  return Object.keys(narrowed).length ? { $and: [filter, narrowed] } : filter;
}
