import type { Rule, Rules } from "#libs/contract-kit/rules.ts";

const UTC_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Where a value differs from the shape that a contract promises; empty when it fits exactly, with no field more or less. */
export function misfits(rule: Rule, value: unknown, at = "data"): string[] {
  if (value === null) return rule.nullable || rule.type === "json" ? [] : [`${at} is null`];
  const refuse = (wrong: boolean, what: string) => (wrong ? [`${at} is not ${what}: ${JSON.stringify(value)}`] : []);
  switch (rule.type) {
    case "string":
      return refuse(typeof value !== "string", "a string");
    case "uuid":
      return refuse(typeof value !== "string" || !UUID.test(value), "a UUID");
    case "timestamp":
      return refuse(typeof value !== "string" || !UTC_INSTANT.test(value), "an instant in UTC");
    case "number":
      return refuse(typeof value !== "number" || (rule.integer === true && !Number.isInteger(value)), "such a number");
    case "boolean":
      return refuse(typeof value !== "boolean", "a boolean");
    case "enum":
      return refuse(typeof value !== "string" || !rule.values.includes(value), `one of ${rule.values.join()}`);
    case "array":
      return Array.isArray(value) ? value.flatMap((item, index) => misfits(rule.items, item, `${at}[${index}]`)) : [`${at} is no list`];
    case "record":
      return Object.entries(value ?? {}).flatMap(([key, item]) => misfits(rule.values, item, `${at}.${key}`));
    case "object":
      return typeof value === "object" ? objectMisfits(rule.props, value as Record<string, unknown>, at) : [`${at} is no object`];
    case "json":
      return [];
  }
}

function objectMisfits(props: Rules, value: Record<string, unknown>, at: string): string[] {
  const extra = Object.keys(value).filter((field) => !Object.hasOwn(props, field));
  return [
    ...extra.map((field) => `${at}.${field} is not promised`),
    ...Object.entries(props).flatMap(([field, rule]) => {
      if (Object.hasOwn(value, field)) return misfits(rule, value[field], `${at}.${field}`);
      return rule.optional ? [] : [`${at}.${field} is missing`];
    }),
  ];
}

/** Values of fields that are named like instants, wherever they are in an answer, with the path of each. */
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
