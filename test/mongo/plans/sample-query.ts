import { isObject, type Node } from "../recorder/language-uses.ts";
import { VALUE } from "../recorder/query-shape.ts";
import { type Doc, valueAt } from "./sample-documents.ts";

/** The width of a range between two values, in numbers or minutes. */
const RANGE = 1_000;
const MINUTE = 60_000;

/** A filter of a shape, with values of a document that it must match. */
export function sampleQuery(shape: Node, document: Doc): Doc {
  const filter: Doc = {};
  for (const [key, part] of Object.entries(shape)) {
    if (key === "$expr") continue;
    if (key.startsWith("$")) filter[key] = (part as Node[]).map((branch) => sampleQuery(branch, document));
    else filter[key] = conditionOf(part, valueAt(document, key));
  }
  return filter;
}

function conditionOf(part: unknown, value: unknown): unknown {
  if (part === VALUE) return value ?? "none";
  if (!isObject(part)) return part;
  const condition: Doc = {};
  for (const [operator, argument] of Object.entries(part)) condition[operator] = argumentOf(operator, argument, value, part);
  return condition;
}

function argumentOf(operator: string, argument: unknown, value: unknown, { $gt, $gte }: Node): unknown {
  if (operator === "$elemMatch") return sampleQuery(argument as Node, (isObject(value) ? value : {}) as Doc);
  if (operator === "$not") return conditionOf(argument, value);
  if (Array.isArray(argument)) return argument.map((item) => (item === VALUE ? (operator === "$nin" ? "none" : value) : item));
  if (argument !== VALUE) return argument;
  if (operator === "$ne") return "none";
  if (operator === "$type") return "string";
  if ((operator === "$lt" || operator === "$lte") && ($gt ?? $gte) !== undefined) return later(value, RANGE);
  // The range must contain the value of the document itself.
  if (operator === "$gt") return earlier(value);
  if (operator === "$lt") return later(value, 1);
  return value ?? (operator.startsWith("$l") ? new Date(8e15) : new Date(0));
}

const later = (value: unknown, steps: number): unknown =>
  value instanceof Date
    ? new Date(value.getTime() + steps * MINUTE)
    : typeof value === "number"
      ? value + steps
      : value === undefined
        ? new Date(8e15)
        : `${String(value)}~`;

const earlier = (value: unknown): unknown =>
  value instanceof Date
    ? new Date(value.getTime() - MINUTE)
    : typeof value === "number"
      ? value - 1
      : value === undefined
        ? new Date(0)
        : String(value).slice(0, -1);
