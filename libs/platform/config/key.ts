import ipaddr from "ipaddr.js";
import type { ScopeKind } from "#libs/contracts/config/terms.ts";
import { DEFAULT_LOCALE, LOCALES, type Locale } from "#libs/contracts/shared.ts";
import { given } from "#libs/kernel/given-fields.ts";

interface CommonKey {
  readonly category: string;
  readonly description: string;
  /** Only the environment sets it. */
  readonly envOnly?: true;
  /** Masked in every read, history and audit entry; encrypted in the database. */
  readonly sensitive?: true;
  /** The processes that get the value of a sensitive key; no other process and no operator's console gets it. */
  readonly readBy?: readonly string[];
  /**
   * The sensitive keys whose values are meant for the destination in this key. A change of this key removes the values, because they were
   * meant for the old destination.
   */
  readonly secretKeys?: readonly string[];
  /** A sensitive value of this form reaches only the trial side of a provider; in production it counts as none. */
  readonly trialForm?: RegExp;
  /** The placeholder rule of spec 4.1 applies. */
  readonly noPlaceholder?: true;
  /** Scopes for which it is read. An override for another scope is refused, and ignored when it is stored already. */
  readonly scopes?: readonly ScopeKind[];
}

export interface NumberKey extends CommonKey {
  readonly type: "number";
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly integer?: true;
  /** A stored number above the maximum counts as the maximum. Without this flag an invalid stored value is ignored. */
  readonly capped?: true;
  /** The minimum that writes accept in production. */
  readonly minInProduction?: number;
  /** Key of another number that is never smaller. */
  readonly atMost?: string;
}
interface BooleanKey extends CommonKey {
  readonly type: "boolean";
  readonly default: boolean;
}
interface StringKey extends CommonKey {
  readonly type: "string";
  readonly default: string;
  readonly maxLength?: number;
  /** The allowed values; absent: any string. */
  readonly values?: readonly string[];
  readonly pattern?: RegExp;
}
/** A text that may be unset: null. */
interface TextKey extends CommonKey {
  readonly type: "text";
  readonly default: string | null;
  readonly maxLength: number;
  readonly pattern?: RegExp;
  /** Shown as HTML: it is sanitized before it is stored. */
  readonly html?: true;
}
/** A line of the site that people read: one for all languages, or one for each with English for the others. */
export type SiteLine = string | ({ readonly en: string } & Readonly<Partial<Record<Locale, string>>>);

interface SiteLineKey extends CommonKey {
  readonly type: "siteLine";
  readonly default: SiteLine;
  /** Of each of the lines. */
  readonly maxLength: number;
}
interface StringListKey extends CommonKey {
  readonly type: "stringList";
  readonly default: readonly string[];
  readonly maxItems: number;
  /** Matches each entry. */
  readonly entryPattern?: RegExp;
  /** Format of each entry. */
  readonly form?: "cidr";
}

/** Longest entry of a list. */
const MAX_ENTRY_LENGTH = 500;

export type ConfigKeyEntry = NumberKey | BooleanKey | StringKey | TextKey | SiteLineKey | StringListKey;

export type ValueOf<E extends ConfigKeyEntry> = E extends NumberKey
  ? number
  : E extends BooleanKey
    ? boolean
    : E extends TextKey
      ? string | null
      : E extends StringListKey
        ? readonly string[]
        : E extends SiteLineKey
          ? SiteLine
          : string;

/** Describes why a value is invalid for a key; null when it is valid. */
export function validationErrorOf(entry: ConfigKeyEntry, value: unknown): string | null {
  switch (entry.type) {
    case "number":
      if (typeof value !== "number" || !Number.isFinite(value)) return "must be a number";
      if (entry.integer && !Number.isInteger(value)) return "must be a whole number";
      return value < entry.min || value > entry.max ? `must be between ${entry.min} and ${entry.max}` : null;
    case "boolean":
      return typeof value === "boolean" ? null : "must be true or false";
    case "string":
      if (typeof value !== "string") return "must be a string";
      if (entry.values && !entry.values.includes(value)) return `must be one of: ${entry.values.join(", ")}`;
      if (value.length > maxLengthOf(entry)) return `must have at most ${maxLengthOf(entry)} characters`;
      return entry.pattern && !entry.pattern.test(value) ? "has a wrong form" : null;
    case "text":
      if (value === null) return entry.default === null ? null : "must be a string";
      if (typeof value !== "string") return "must be a string";
      if (value.length > entry.maxLength) return `must have at most ${entry.maxLength} characters`;
      return entry.pattern && !entry.pattern.test(value) ? "has a wrong form" : null;
    case "siteLine":
      return siteLineErrorOf(value, entry.maxLength);
    case "stringList":
      if (!Array.isArray(value) || !value.every((item) => typeof item === "string")) return "must be a list of strings";
      if (entry.entryPattern && !value.every((item) => entry.entryPattern?.test(item))) return "has an entry of a wrong form";
      if (value.length > entry.maxItems) return `must have at most ${entry.maxItems} entries`;
      if (value.some(({ length }) => length > MAX_ENTRY_LENGTH)) return `has an entry of more than ${MAX_ENTRY_LENGTH} characters`;
      return entry.form === "cidr" && !value.every((item) => ipaddr.isValidCIDR(item)) ? "must be a list of CIDR ranges" : null;
  }
}

function siteLineErrorOf(value: unknown, maxLength: number): string | null {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (typeof value !== "string" && !isObject) return "must be a string, or an object of locales";
  const lines: readonly (readonly [string, unknown])[] = isObject ? Object.entries(value) : [[DEFAULT_LOCALE, value]];
  const unknown = lines.find(([locale]) => !(LOCALES as readonly string[]).includes(locale));
  if (unknown) return `has an unknown locale: ${unknown[0].slice(0, 20)}`;
  if (isObject && !lines.some(([locale]) => locale === DEFAULT_LOCALE)) return `must have ${DEFAULT_LOCALE}`;
  if (!lines.every(([, line]) => typeof line === "string" && (!isObject || line.trim() !== ""))) return "must have a text for each locale";
  return lines.every(([, line]) => (line as string).length <= maxLength) ? null : `must have at most ${maxLength} characters`;
}

/** The line in a language; in English where there is none. */
export function siteLineIn(line: SiteLine, locale: Locale): string {
  return typeof line === "string" ? line : (line[locale] ?? line.en);
}

/** The constraints that a form can check before it sends a value. Only the server sanitizes values and checks placeholders. */
export function constraintsOf(entry: ConfigKeyEntry) {
  switch (entry.type) {
    case "number":
      return given({ min: entry.min, max: entry.max, integer: entry.integer, atMost: entry.atMost });
    case "boolean":
      return {};
    case "string":
      return given({ enum: entry.values && [...entry.values], pattern: entry.pattern?.source, maxLength: maxLengthOf(entry) });
    case "text":
    case "siteLine":
      return { maxLength: entry.maxLength };
    case "stringList":
      return given({ maxItems: entry.maxItems, pattern: entry.entryPattern?.source });
  }
}

function maxLengthOf({ maxLength = 500 }: StringKey): number {
  return maxLength;
}

/** Parses the text of an environment variable. The result still has to be validated; a list that is no JSON throws. */
export function parseEnvironmentValue(entry: ConfigKeyEntry, text: string): unknown {
  switch (entry.type) {
    case "number":
      return Number(text);
    case "boolean":
      return text === "true" || (text === "false" ? false : text);
    case "stringList":
      return JSON.parse(text);
    case "siteLine":
      return text.startsWith("{") ? JSON.parse(text) : text;
    default:
      return text;
  }
}
