import { DEFAULT_LOCALE } from "#libs/contracts/shared.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { type ConfigKeyEntry, type SiteLine, siteLineIn, validationErrorOf } from "#libs/platform/config/key.ts";
import { type ConfigKey, entryOf, isConfigKey } from "#libs/platform/config/keys/index.ts";
import { declaresScope, scopeValueErrorOf } from "#libs/platform/config/scope-values.ts";
import { type PublishableHtml, publishableHtml } from "#libs/platform/html/publishable-html.ts";
import type { Deps } from "../deps.ts";
import type { ValueScope } from "../domain/value-scope.ts";

/** Words that show that a value is not meant for production (spec 4.1). */
const PLACEHOLDER_WORDS = ["test", "placeholder", "example", "lorem", "todo", "asdf", "xxx", "jjj"] as const;

/** Finds a key in the registry. Throws key_not_found. */
export function requireKey(key: string): { readonly key: ConfigKey; readonly entry: ConfigKeyEntry } {
  if (!isConfigKey(key)) throw new AppError("config.error.key_not_found", { key });
  return { key, entry: entryOf(key) };
}

/** Refuses a key that only the environment sets. Throws env_only. */
export function refuseEnvOnly(key: string, { envOnly }: ConfigKeyEntry): void {
  if (envOnly) throw new AppError("config.error.env_only", { key });
}

interface CheckedValue {
  /** The value to store: HTML is sanitized. */
  readonly value: unknown;
  readonly removal: PublishableHtml["removal"];
}

/**
 * Checks a value before it is written, in the order of spec 4.1: 400 before 422.
 * Throws env_only, foreign_picture, invalid_value or placeholder.
 */
export function checkValue({ env }: Pick<Deps, "env">, key: string, entry: ConfigKeyEntry, given: unknown): CheckedValue {
  refuseEnvOnly(key, entry);
  const isHtml = entry.type === "text" && entry.html;
  const { html: value, removal } = isHtml && typeof given === "string" ? publishableHtml(given) : { html: given, removal: {} };
  const reason = validationErrorOf(env.production ? inProduction(entry) : entry, value);
  if (reason) throw new AppError("config.error.invalid_value", { key }, [{ message: `value ${reason}` }]);
  const word = entry.noPlaceholder
    ? placeholderIn(entry.type === "siteLine" ? siteLineIn(value as SiteLine, DEFAULT_LOCALE) : value)
    : null;
  if (word) throw new AppError("config.error.placeholder", { key, word });
  return { value, removal };
}

const inProduction = (entry: ConfigKeyEntry): ConfigKeyEntry =>
  entry.type === "number" ? { ...entry, min: entry.minInProduction ?? entry.min } : entry;

/**
 * Checks the scope of an override before it is written; the global scope is always valid. Throws validation_failed when the override would
 * have no effect: the key is not read for such a scope, or no caller can have its value.
 */
export function checkScope(key: string, entry: ConfigKeyEntry, scope: ValueScope | null): void {
  if (!scope) return;
  const undeclared = declaresScope(entry, scope.kind) ? null : `scope must be one of ${key}: ${entry.scopes?.join(", ") ?? "it has none"}`;
  const unknown = scopeValueErrorOf(scope.kind, scope.value);
  const message = undeclared ?? (unknown && `scopeValue ${unknown}`);
  if (message) throw new AppError("error.validation_failed", {}, [{ message }]);
}

/** The first placeholder word inside a value, in any case; null when there is none. They are English: "todo" is a word in other languages. */
function placeholderIn(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const text = value.toLowerCase();
  return PLACEHOLDER_WORDS.find((word) => text.includes(word)) ?? null;
}
