import { type ConfigKeyEntry, misfit } from "#libs/config/key.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { sanitizeHtml } from "#libs/html/sanitize-html.ts";
import { placeholderIn } from "./domain/placeholder.ts";

/**
 * What every write of a value has to pass, in the order of spec 4.1: 400 before 422. Returns the value to store: a published
 * text without what a browser would run.
 */
export function checkValue(key: string, entry: ConfigKeyEntry, given: unknown): unknown {
  refuseEnvOnly(key, entry);
  const value = entry.type === "text" && entry.html && typeof given === "string" ? sanitizeHtml(given) : given;
  const reason = misfit(entry, value);
  if (reason) throw new AppError("config.error.invalid_value", { key }, [{ message: `value ${reason}` }]);
  const word = entry.noPlaceholder ? placeholderIn(value) : null;
  if (word) throw new AppError("config.error.placeholder", { key, word });
  return value;
}

/** Refuses a key that only the environment sets. */
export function refuseEnvOnly(key: string, { envOnly }: ConfigKeyEntry): void {
  if (envOnly) throw new AppError("config.error.env_only", { key });
}
