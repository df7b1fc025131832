import { type Doc, getPath, isDoc, own, setOwn } from "../values/document.ts";

/** A value that is known before any document is seen; null for none. */
type Known = { readonly value: unknown } | null;

function knownValue(expression: unknown, variables: Doc): Known {
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

function knownList(expression: unknown, variables: Doc): unknown[] | null {
  if (!Array.isArray(expression)) {
    const known = knownValue(expression, variables);
    return known && Array.isArray(known.value) ? known.value : null;
  }
  const values = expression.map((element) => knownValue(element, variables));
  return values.every((known) => known !== null) ? values.map((known) => known?.value) : null;
}

function noteEquality([left, right]: unknown[], variables: Doc, narrowed: Doc): void {
  for (const [field, other] of [
    [fieldOf(left), right],
    [fieldOf(right), left],
  ] as const) {
    if (field === null) continue;
    const known = knownValue(other, variables);
    if (known && isScalar(known.value)) setOwn(narrowed, field, known.value);
  }
}

function noteExpression(expression: unknown, variables: Doc, narrowed: Doc): void {
  if (!isDoc(expression)) return;
  const { $and, $eq, $in } = expression;
  if (Array.isArray($and)) for (const part of $and) noteExpression(part, variables, narrowed);
  if (Array.isArray($eq) && $eq.length === 2) noteEquality($eq, variables, narrowed);
  const field = Array.isArray($in) && $in.length === 2 ? fieldOf($in[0]) : null;
  if (field === null || !Array.isArray($in)) return;
  const list = knownList($in[1], variables);
  if (list?.every(isScalar)) setOwn(narrowed, field, { $in: list });
}

function noteFilter(filter: unknown, variables: Doc, narrowed: Doc): void {
  if (!isDoc(filter)) return;
  noteExpression(filter.$expr, variables, narrowed);
  if (Array.isArray(filter.$and)) for (const branch of filter.$and) noteFilter(branch, variables, narrowed);
}

/** The filter by which to choose an index: `$expr: { $eq: ["$f", x] }` demands `f: x` where x is known. */
export function narrowByExpression(filter: Doc, variables: Doc): Doc {
  const narrowed: Doc = {};
  noteFilter(filter, variables, narrowed);
  return Object.keys(narrowed).length ? { $and: [filter, narrowed] } : filter;
}
