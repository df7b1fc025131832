import type { ConfigKeyEntry } from "#libs/platform/config/key.ts";
import { type ConfigKey, domainOf } from "#libs/platform/config/keys/index.ts";
import { type ConfigValueDoc, isOverride } from "../data/config-value.model.ts";
import type { Change } from "../domain/change.ts";
import { masked } from "../views/masking.ts";

interface ValueWrite extends Pick<Change, "action" | "scope" | "reason"> {
  readonly key: ConfigKey;
  readonly entry: ConfigKeyEntry;
  /** The override before the write. */
  readonly old: ConfigValueDoc | null;
  /** Undefined: the override was removed. */
  readonly value: unknown;
}

/** The change of one override, with masked values if its key is sensitive. */
export function valueChange({ key, entry, old, value, ...rest }: ValueWrite): Change {
  return {
    key,
    domain: domainOf(key),
    existed: isOverride(old),
    oldValue: masked(entry, old?.value ?? null),
    newValue: masked(entry, value ?? null),
    ...rest,
  };
}
