import ipaddr from "ipaddr.js";

/** Where a setting may be overridden for part of the callers (spec 2.12). */
export type ScopeName = "platform" | "region" | "tier";

interface CommonKey {
  readonly category: string;
  readonly description: string;
  /** Only the environment sets it. */
  readonly envOnly?: true;
  /** Masked in every read, history and audit entry. */
  readonly sensitive?: true;
  /** A sensitive key that goes with it: a change takes that secret away, which was meant for where this has pointed before. */
  readonly secretKey?: string;
  /** The placeholder rule of spec 4.1 applies. */
  readonly noPlaceholder?: true;
  /** Scopes that its readers ask for; an override of another scope takes no effect. */
  readonly scopes?: readonly ScopeName[];
}

export interface NumberKey extends CommonKey {
  readonly type: "number";
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly integer?: true;
  /** A stored number above the maximum counts as the maximum; otherwise what does not fit is ignored. */
  readonly capped?: true;
}
export interface BooleanKey extends CommonKey {
  readonly type: "boolean";
  readonly default: boolean;
}
export interface StringKey extends CommonKey {
  readonly type: "string";
  readonly default: string;
  readonly maxLength?: number;
  /** The closed set of values, when there is one. */
  readonly values?: readonly string[];
  readonly pattern?: RegExp;
}
/** A text that may be unset: null until somebody writes it. */
export interface TextKey extends CommonKey {
  readonly type: "text";
  readonly default: string | null;
  readonly maxLength: number;
  /** Shown as HTML: what a browser would run is taken out before it is stored. */
  readonly html?: true;
}
export interface StringListKey extends CommonKey {
  readonly type: "stringList";
  readonly default: readonly string[];
  readonly maxItems: number;
  /** Each entry fits it. */
  readonly entryPattern?: RegExp;
  /** What each entry must be. */
  readonly form?: "cidr";
}

export type ConfigKeyEntry = NumberKey | BooleanKey | StringKey | TextKey | StringListKey;

export type ValueOf<E extends ConfigKeyEntry> = E extends NumberKey
  ? number
  : E extends BooleanKey
    ? boolean
    : E extends TextKey
      ? string | null
      : E extends StringListKey
        ? readonly string[]
        : string;

/** Why a value does not fit a key, or null when it does. */
export function misfit(entry: ConfigKeyEntry, value: unknown): string | null {
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
      if (value.length > (entry.maxLength ?? 500)) return `must have at most ${entry.maxLength ?? 500} characters`;
      return entry.pattern && !entry.pattern.test(value) ? "has a wrong form" : null;
    case "text":
      if (value === null) return entry.default === null ? null : "must be a string";
      if (typeof value !== "string") return "must be a string";
      return value.length > entry.maxLength ? `must have at most ${entry.maxLength} characters` : null;
    case "stringList":
      if (!Array.isArray(value) || !value.every((item) => typeof item === "string")) return "must be a list of strings";
      if (entry.entryPattern && !value.every((item) => entry.entryPattern?.test(item))) return "has an entry of a wrong form";
      if (value.length > entry.maxItems) return `must have at most ${entry.maxItems} entries`;
      return entry.form === "cidr" && !value.every((item) => ipaddr.isValidCIDR(item)) ? "must be a list of CIDR ranges" : null;
  }
}

/** Name of the environment variable that sets a key: `dm.timeout_hours` → `CONFIG_DM_TIMEOUT_HOURS`. */
export function variableOf(key: string): string {
  return `CONFIG_${key
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]/g, "_")
    .toUpperCase()}`;
}

/** The value that the text of an environment variable stands for. */
export function parseVariable(entry: ConfigKeyEntry, text: string): unknown {
  switch (entry.type) {
    case "number":
      return Number(text);
    case "boolean":
      return text === "true" || (text === "false" ? false : text);
    case "stringList":
      return JSON.parse(text);
    default:
      return text;
  }
}
