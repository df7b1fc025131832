import ValidatorModule, { type ValidationError, type ValidationSchema } from "fastest-validator";
import { AppError, type ErrorDetail } from "#libs/errors/app-error.ts";
import { given } from "#libs/kernel/given-fields.ts";
import { UUID_PATTERN } from "#libs/kernel/ids.ts";
import type { ArrayRule, Parsed, Rule, Rules } from "./rules.ts";

type ValidatorClass = (typeof ValidatorModule)["default"];
const Validator = ValidatorModule as unknown as ValidatorClass;

/** An answer names so many violated rules at most: its size does not follow that of the request. */
const MOST_DETAILS = 50;

const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

const validator = new Validator({
  considerNullAsAValue: true,
  useNewCustomCheckerFunction: true,
  messages: {
    required: "{field} is required",
    string: "{field} must be a string",
    stringMin: "{field} must have at least {expected} characters",
    stringMax: "{field} must have at most {expected} characters",
    stringPattern: "{field} has a wrong form",
    number: "{field} must be a number",
    numberMin: "{field} must be at least {expected}",
    numberMax: "{field} must be at most {expected}",
    numberInteger: "{field} must be a whole number",
    boolean: "{field} must be true or false",
    array: "{field} must be a list",
    arrayMax: "{field} must have at most {expected} entries",
    object: "{field} must be an object",
    record: "{field} must be an object",
    enumValue: "{field} must be one of: {expected}",
    timestamp: "{field} must be an ISO 8601 date",
  },
});

function isInstant(text: unknown): boolean {
  if (typeof text !== "string" || !ISO_INSTANT.test(text)) return false;
  const day = Number(text.slice(8, 10));
  // An offset may lead out of the years that are written with four digits: what is stored could not be shown again.
  if (!ISO_INSTANT.test(utcText(text))) return false;
  const daysInMonth = new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0)).getUTCDate();
  return day <= daysInMonth;
}

/** The instant in UTC, as answers and events write it; empty when there is no such instant. */
function utcText(text: string): string {
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) ? "" : instant.toISOString();
}

/** The check of a rule, in the validator's own language. */
function checkOf(rule: Rule): ValidationSchema[string] {
  const common = { optional: rule.optional === true, nullable: rule.nullable === true };
  const fallback = "default" in rule && rule.default !== undefined ? { default: rule.default, optional: true } : {};
  switch (rule.type) {
    case "string": {
      const { min, max, pattern, trim, lowercase } = rule;
      return { type: "string", ...given({ min, max, pattern, trim, lowercase }), ...common, ...fallback };
    }
    case "uuid":
      // Clients may write an id in capitals (RFC 9562 4); stored ids are in lower case.
      return { type: "string", pattern: UUID_PATTERN, lowercase: true, ...common };
    case "timestamp":
      return {
        type: "custom",
        ...common,
        check(value: unknown, errors: { type: string; actual: unknown }[]) {
          if (!isInstant(value)) errors.push({ type: "timestamp", actual: undefined });
          return value;
        },
      };
    case "number": {
      const { min, max, integer } = rule;
      return { type: "number", convert: false, ...given({ min, max, integer }), ...common, ...fallback };
    }
    case "boolean":
      return { type: "boolean", convert: false, ...common, ...fallback };
    case "enum":
      return { type: "enum", values: [...rule.values], ...common, ...fallback };
    case "array":
      return { type: "array", items: checkOf(rule.items), ...given({ max: rule.max }), ...common };
    case "object":
      return { type: "object", strict: "remove", props: checksOf(rule.props), ...common };
    case "record":
      return { type: "record", key: { type: "string" }, value: checkOf(rule.values), ...common };
    case "json":
      return { type: "any", optional: rule.optional === true, nullable: true };
  }
}

function checksOf(rules: Rules): ValidationSchema {
  return Object.fromEntries(Object.entries(rules).map(([field, rule]) => [field, checkOf(rule)]));
}

/** Takes the known fields of an input; null on an optional field means absent. Nothing is inherited. */
function knownFields(rules: Rules, input: unknown): Record<string, unknown> {
  const known: Record<string, unknown> = {};
  if (input === null || typeof input !== "object" || Array.isArray(input)) return known;
  for (const [field, rule] of Object.entries(rules)) {
    const descriptor = Object.getOwnPropertyDescriptor(input, field);
    if (!descriptor || descriptor.value === undefined) continue;
    if (isBesideThePoint(rule, input) && typeof descriptor.value === "string") continue;
    if (descriptor.value === null && rule.optional && !rule.nullable && rule.type !== "json") continue;
    known[field] = knownParts(rule, descriptor.value);
  }
  return known;
}

function ownValue(input: object, field: string): unknown {
  return Object.getOwnPropertyDescriptor(input, field)?.value;
}

function isBesideThePoint({ neededUnless }: Rule, input: object): boolean {
  return neededUnless !== undefined && ownValue(input, neededUnless.field) === neededUnless.is;
}

/** Fields that are needed because of what another one says. Nothing is asked for beside a value that is refused itself. */
function missingFields(rules: Rules, value: object): string[] {
  return Object.entries(rules).flatMap(([field, { neededUnless }]) => {
    if (!neededUnless || ownValue(value, field) !== undefined) return [];
    const [other, said] = [rules[neededUnless.field], ownValue(value, neededUnless.field)];
    const isNeeded = said !== neededUnless.is && other?.type === "enum" && other.values.some((known) => known === said);
    return isNeeded ? [field] : [];
  });
}

/** The same inside a value: in an object, and in each object of a list. */
function knownParts(rule: Rule, value: unknown): unknown {
  if (rule.type === "object" && isObject(value)) return knownFields(rule.props, value);
  if (rule.type === "array" && Array.isArray(value)) return atMostOneTooMany(rule, value).map((item) => knownParts(rule.items, item));
  return value;
}

/** A list that is too long is refused for its length; what else is in it is not looked at. */
function atMostOneTooMany({ max }: ArrayRule, list: readonly unknown[]): readonly unknown[] {
  return max !== undefined && list.length > max ? list.slice(0, max + 1) : list;
}

function isObject(value: unknown): value is object {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** Returns the violated rules of an input, or its checked copy. */
export type Validation<P extends Rules> = (input: unknown) => { details: ErrorDetail[] } | { value: Parsed<P> };

/** Compiles rules into a check. Unknown fields are dropped, strings are never converted to numbers. */
export function validation<P extends Rules>(rules: P): Validation<P> {
  const check = validator.compile({ $$strict: "remove", ...checksOf(rules) });
  return (input) => {
    const value = knownFields(rules, input);
    const outcome = check(value) as true | ValidationError[];
    const missing = missingFields(rules, value);
    if (outcome === true && missing.length === 0) return { value: value as Parsed<P> };
    const violated = outcome === true ? [] : outcome.map(({ message }) => message ?? "The value is not valid");
    const messages = [...violated, ...missing.map((field) => `${field} is required`)];
    return { details: messages.slice(0, MOST_DETAILS).map((message) => ({ message })) };
  };
}

/** As {@link validation}, but a violated rule is a thrown VALIDATION_FAILED. */
export function parser<P extends Rules>(rules: P): (input: unknown) => Parsed<P> {
  const validate = validation(rules);
  return (input) => {
    const outcome = validate(input);
    if ("details" in outcome) throw new AppError("error.validation_failed", {}, outcome.details);
    return outcome.value;
  };
}
