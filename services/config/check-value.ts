import { type ConfigKeyEntry, misfit } from "#libs/config/key.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { placeholderIn } from "./domain/placeholder.ts";

/** What every write of a value has to pass, in the order of spec 4.1: 400 before 422. */
export function checkValue(key: string, entry: ConfigKeyEntry, value: unknown): void {
  if (entry.envOnly) throw new AppError("config.error.env_only", { key });
  const reason = misfit(entry, value);
  if (reason) throw new AppError("config.error.invalid_value", { key }, [{ message: `value ${reason}` }]);
  const word = entry.noPlaceholder ? placeholderIn(value) : null;
  if (word) throw new AppError("config.error.placeholder", { key, word });
}
