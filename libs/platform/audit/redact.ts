import { cutText } from "#libs/kernel/readable-text.ts";

const SECRET_NAME = /secret|password|token|authorization|cookie|credential|private/i;
const MASK = "[redacted]";
const MAX_CHARACTERS = 1_000;
/** Items of a list, or fields of an object. */
const MAX_ITEMS = 100;
const MAX_DEPTH = 6;

/** A copy that can be stored for years: fields with the name of a secret are masked, long texts and lists are cut. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return value.length > MAX_CHARACTERS ? `${cutText(value, MAX_CHARACTERS)}…` : value;
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (depth >= MAX_DEPTH) return MASK;
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => redact(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MAX_ITEMS)
      .map(([name, inner]) => [name, SECRET_NAME.test(name) && inner !== null ? MASK : redact(inner, depth + 1)]),
  );
}
