import type { ConfigKeyEntry } from "#libs/config/key.ts";
import { type ConfigKey, domainOf } from "#libs/config/keys/index.ts";
import { type ConfigValueRow, isOverride } from "./data/config-value.model.ts";
import type { Change } from "./domain/change.ts";
import { masked } from "./masking.ts";

interface ValueStep extends Pick<Change, "action" | "scope" | "reason"> {
  readonly key: ConfigKey;
  readonly entry: ConfigKeyEntry;
  readonly old: ConfigValueRow | null;
  /** Undefined: the override is taken away. */
  readonly value: unknown;
}

/** The change of one override, as it is recorded. */
export function valueChange({ key, entry, old, value, ...rest }: ValueStep): Change {
  return {
    key,
    domain: domainOf(key),
    existed: isOverride(old),
    oldValue: masked(entry, old?.value ?? null),
    newValue: masked(entry, value ?? null),
    ...rest,
  };
}
