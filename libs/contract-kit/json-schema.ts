import { given } from "#libs/kernel/given-fields.ts";
import { LINE } from "#libs/kernel/readable-text.ts";
import type { EventContract } from "./contract.ts";
import type { Rule, Rules, StringRule } from "./rules.ts";

/** A JSON Schema (draft 2020-12). */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** The schema of the values that a rule accepts. */
export function jsonSchema(rule: Rule): JsonSchema {
  return { ...nullable(rule, schemaWithoutNull(rule)), ...given({ description: rule.description, deprecated: rule.deprecated && true }) };
}

function nullable({ nullable: isNullable }: Rule, schema: JsonSchema): JsonSchema {
  if (!isNullable || schema.type === undefined) return schema;
  const values = schema.enum as readonly unknown[] | undefined;
  return { ...schema, type: [schema.type, "null"], ...(values && { enum: [...values, null] }) };
}

function patternOf({ pattern, readable }: StringRule): RegExp | undefined {
  return pattern ?? (readable === "line" ? LINE : undefined);
}

function schemaWithoutNull(rule: Rule): JsonSchema {
  switch (rule.type) {
    case "string":
      return {
        type: "string",
        ...given({ minLength: rule.min, maxLength: rule.max, pattern: patternOf(rule)?.source, default: rule.default }),
      };
    case "uuid":
      return { type: "string", format: "uuid" };
    case "timestamp":
      return { type: "string", format: "date-time" };
    case "number":
      return { type: rule.integer ? "integer" : "number", ...given({ minimum: rule.min, maximum: rule.max, default: rule.default }) };
    case "boolean":
      return { type: "boolean", ...given({ default: rule.default }) };
    case "enum":
      return { type: "string", enum: [...rule.values], ...given({ default: rule.default }) };
    case "array":
      return { type: "array", items: jsonSchema(rule.items), ...given({ minItems: rule.min, maxItems: rule.max }) };
    case "object":
      return objectSchema(rule.props);
    case "record":
      return { type: "object", additionalProperties: jsonSchema(rule.values) };
    case "json":
      return {};
  }
}

/** The schema of an object with these fields. */
export function objectSchema(rules: Rules): JsonSchema {
  const required = Object.entries(rules).flatMap(([field, rule]) =>
    rule.optional || ("default" in rule && rule.default !== undefined) ? [] : [field],
  );
  return {
    type: "object",
    properties: Object.fromEntries(Object.entries(rules).map(([field, rule]) => [field, jsonSchema(rule)])),
    ...(required.length > 0 && { required }),
  };
}

/** The schema of the payload of an event, for its subscribers. */
export function eventSchema({ name, summary, payload }: EventContract): JsonSchema {
  return { $schema: "https://json-schema.org/draft/2020-12/schema", title: name, description: summary, ...objectSchema(payload) };
}
