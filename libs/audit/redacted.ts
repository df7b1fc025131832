const SECRET_NAME = /secret|password|token|authorization|cookie|credential|private/i;
const MASK = "[redacted]";
const MAX_TEXT = 1_000;
const MAX_ITEMS = 100;
const MAX_DEPTH = 6;

/** A copy fit to be kept for years: what is named like a secret is masked, what is long is cut. */
export function redacted(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value;
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (depth >= MAX_DEPTH) return MASK;
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => redacted(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MAX_ITEMS)
      .map(([name, inner]) => [name, SECRET_NAME.test(name) && inner !== null ? MASK : redacted(inner, depth + 1)]),
  );
}
