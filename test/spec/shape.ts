import type { Rule, Rules } from "#libs/contract-kit/rules.ts";

const UTC_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The differences between a value and the rule of a contract. Empty when it fits exactly, without missing and without extra fields. */
export function shapeErrors(rule: Rule, value: unknown, at = "data"): string[] {
  if (value === null) return rule.nullable || rule.type === "json" ? [] : [`${at} is null`];
  const errorIf = (isWrong: boolean, expected: string) => (isWrong ? [`${at} is not ${expected}: ${JSON.stringify(value)}`] : []);
  switch (rule.type) {
    case "string":
      return errorIf(typeof value !== "string", "a string");
    case "uuid":
      return errorIf(typeof value !== "string" || !UUID.test(value), "a UUID");
    case "timestamp":
      return errorIf(typeof value !== "string" || !UTC_INSTANT.test(value), "an instant in UTC");
    case "number":
      return errorIf(
        typeof value !== "number" || (rule.integer === true && !Number.isInteger(value)),
        rule.integer ? "an integer" : "a number",
      );
    case "boolean":
      return errorIf(typeof value !== "boolean", "a boolean");
    case "enum":
      return errorIf(typeof value !== "string" || !rule.values.includes(value), `one of ${rule.values.join()}`);
    case "array":
      return Array.isArray(value)
        ? value.flatMap((item, index) => shapeErrors(rule.items, item, `${at}[${index}]`))
        : [`${at} is not a list`];
    case "record":
      return Object.entries(value ?? {}).flatMap(([key, item]) => shapeErrors(rule.values, item, `${at}.${key}`));
    case "object":
      return typeof value === "object" ? objectErrors(rule.props, value as Record<string, unknown>, at) : [`${at} is not an object`];
    case "json":
      return [];
  }
}

function objectErrors(props: Rules, value: Record<string, unknown>, at: string): string[] {
  const extra = Object.keys(value).filter((field) => !Object.hasOwn(props, field));
  return [
    ...extra.map((field) => `${at}.${field} is not in the contract`),
    ...Object.entries(props).flatMap(([field, rule]) => {
      if (Object.hasOwn(value, field)) return shapeErrors(rule, value[field], `${at}.${field}`);
      return rule.optional ? [] : [`${at}.${field} is missing`];
    }),
  ];
}

/** Path and value of every field whose name is that of an instant, at any depth. */
export function instantsIn(value: unknown, at = ""): [string, unknown][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([field, inner]): [string, unknown][] => {
    const path = `${at}.${field}`;
    return /(At|Start|End)$/.test(field) && typeof inner !== "object" ? [[path, inner]] : instantsIn(inner, path);
  });
}

export function isUtcInstant(value: unknown): boolean {
  return typeof value === "string" && UTC_INSTANT.test(value);
}
