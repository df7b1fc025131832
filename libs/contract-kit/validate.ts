import ValidatorModule, { type ValidationError, type ValidationSchema } from "fastest-validator";
import { AppError, type ErrorDetail } from "#libs/errors/app-error.ts";
import { given } from "#libs/kernel/given-fields.ts";
import { UUID_PATTERN } from "#libs/kernel/ids.ts";
import { normalizeEmail } from "#libs/kernel/mail-address.ts";
import { isReadableFault, MAX_MARKS, readableFault } from "#libs/kernel/readable-text.ts";
import type { ArrayRule, Parsed, Rule, Rules, StringRule } from "./rules.ts";

type ValidatorClass = (typeof ValidatorModule)["default"];
const Validator = ValidatorModule as unknown as ValidatorClass;

/** An error names at most this many violated rules, so that its size does not grow with the request. */
const MAX_DETAILS = 50;

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
    halfCharacter: "{field} must not contain half a character",
    blank: "{field} must contain something visible",
    manyMarks: `{field} must have at most ${MAX_MARKS} marks on a letter`,
    severalLines: "{field} must be one line without control characters",
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
  // In UTC, an instant with an offset may have a year of more than four digits, which is not ISO 8601.
  if (!ISO_INSTANT.test(utcText(text))) return false;
  const daysInMonth = new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0)).getUTCDate();
  return day <= daysInMonth;
}

/** The instant in UTC, as responses and events write it; empty when the date does not exist. */
function utcText(text: string): string {
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) ? "" : instant.toISOString();
}

/** A check of fastest-validator for a text that people read. */
function readableCheck({ readable, mayBeBlank }: StringRule): object {
  if (!readable) return {};
  return {
    custom(value: unknown, errors: { type: string; actual: unknown }[]) {
      const fault = typeof value === "string" ? readableFault(value, readable) : null;
      if (fault !== null && !(fault === "blank" && mayBeBlank)) errors.push({ type: fault, actual: undefined });
      return value;
    },
  };
}

/** The check of a rule, as a schema of fastest-validator. */
function checkOf(rule: Rule): ValidationSchema[string] {
  const common = { optional: rule.optional === true, nullable: rule.nullable === true };
  const fallback = "default" in rule && rule.default !== undefined ? { default: rule.default, optional: true } : {};
  switch (rule.type) {
    case "string": {
      const { min, max, pattern, trim, lowercase } = rule;
      return { type: "string", ...given({ min, max, pattern, trim, lowercase }), ...readableCheck(rule), ...common, ...fallback };
    }
    case "uuid":
      // Clients may send an id in upper case (RFC 9562 4); stored ids are in lower case.
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
      return { type: "array", items: checkOf(rule.items), ...given({ min: rule.min, max: rule.max }), ...common };
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

/** Copies the fields that have a rule. Null on an optional field means absent; inherited properties do not count. */
function knownFields(rules: Rules, input: unknown): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  if (input === null || typeof input !== "object" || Array.isArray(input)) return fields;
  for (const [field, rule] of Object.entries(rules)) {
    const descriptor = Object.getOwnPropertyDescriptor(input, field);
    if (!descriptor || descriptor.value === undefined) continue;
    if (isIgnored(rule, input) && typeof descriptor.value === "string") continue;
    if (descriptor.value === null && rule.optional && !rule.nullable && rule.type !== "json") continue;
    fields[field] = knownParts(rule, descriptor.value);
  }
  return fields;
}

function ownValue(input: object, field: string): unknown {
  return Object.getOwnPropertyDescriptor(input, field)?.value;
}

function isIgnored({ requiredUnless }: Rule, input: object): boolean {
  return requiredUnless !== undefined && ownValue(input, requiredUnless.field) === requiredUnless.is;
}

/** Missing fields that another field makes required. An invalid value of that other field makes nothing required. */
function missingFields(rules: Rules, value: object): string[] {
  return Object.entries(rules).flatMap(([field, { requiredUnless }]) => {
    if (!requiredUnless || ownValue(value, field) !== undefined) return [];
    if (requiredUnless.orGiven !== undefined && ownValue(value, requiredUnless.orGiven) !== undefined) return [];
    const [otherRule, otherValue] = [rules[requiredUnless.field], ownValue(value, requiredUnless.field)];
    const isValid = otherRule?.type === "enum" && otherRule.values.some((known) => known === otherValue);
    return isValid && otherValue !== requiredUnless.is ? [field] : [];
  });
}

/** Mends and cuts texts, and applies {@link knownFields} inside a value: to an object, and to each object of a list. */
function knownParts(rule: Rule, value: unknown): unknown {
  if (rule.type === "json") return inWholeCharacters(value);
  if (rule.type === "string" && typeof value === "string") {
    const text = rule.readable ? value : value.slice(0, rule.cutTo).toWellFormed();
    return rule.mailAddress ? normalizeEmail(text) : text;
  }
  if (rule.type === "object" && isObject(value)) return knownFields(rule.props, value);
  if (rule.type === "array" && Array.isArray(value)) return withoutSurplus(rule, value).map((item) => knownParts(rule.items, item));
  return value;
}

/** A JSON value without half characters, which a database would replace after the answer. */
function inWholeCharacters(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(inWholeCharacters);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key.toWellFormed(), inWholeCharacters(item)]));
}

/** Cuts a list that is too long after the first surplus entry: it is refused anyway, so the rest need not be checked. */
function withoutSurplus({ max }: ArrayRule, list: readonly unknown[]): readonly unknown[] {
  return max !== undefined && list.length > max ? list.slice(0, max + 1) : list;
}

function isObject(value: unknown): value is object {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** Checks an input: returns the error with the violated rules, or a copy with the known fields. */
export type Validation<P extends Rules> = (input: unknown) => { error: AppError; details: readonly ErrorDetail[] } | { value: Parsed<P> };

type CompiledRules = (input: object) => true | ValidationError[];
const compiled = new WeakMap<Rules, CompiledRules>();

/**
 * Compiles the rules of a contract once, on first use, even when several services are made from it. Most processes start more often than
 * they use some rules.
 */
function compile(rules: Rules): CompiledRules {
  const known = compiled.get(rules);
  if (known) return known;
  const check = validator.compile({ $$strict: "remove", ...checksOf(rules) }) as CompiledRules;
  compiled.set(rules, check);
  return check;
}

/** Makes a check of rules. It drops unknown fields and never converts strings to numbers. */
export function validation<P extends Rules>(rules: P): Validation<P> {
  return (input) => {
    const value = knownFields(rules, input);
    const outcome = compile(rules)(value);
    const missing = missingFields(rules, value);
    if (outcome === true && missing.length === 0) return { value: value as Parsed<P> };
    const violated = outcome === true ? [] : outcome.map(({ message }) => message ?? "The value is not valid");
    const messages = [...violated, ...missing.map((field) => `${field} is required`)];
    const details = messages.slice(0, MAX_DETAILS).map((message) => ({ message }));
    const isUnreadable = missing.length === 0 && outcome !== true && outcome.every(({ type }) => isReadableFault(type));
    return { error: new AppError(isUnreadable ? "error.unreadable_text" : "error.validation_failed", {}, details), details };
  };
}

/** Like {@link validation}, but throws the error. */
export function parser<P extends Rules>(rules: P): (input: unknown) => Parsed<P> {
  const validate = validation(rules);
  return (input) => {
    const outcome = validate(input);
    if ("error" in outcome) throw outcome.error;
    return outcome.value;
  };
}
