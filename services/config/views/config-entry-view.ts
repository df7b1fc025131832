import { type ConfigKeyEntry, constraintsOf } from "#libs/platform/config/key.ts";
import { type ConfigKey, domainOf, entryOf } from "#libs/platform/config/keys/index.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import { declaresScope } from "#libs/platform/config/scope-values.ts";
import { type ConfigValueDoc, isOverride } from "../data/config-value.model.ts";
import { masked } from "./masking.ts";

/** A key of the registry with its value. @param globalOverride its stored global override, when there is one */
export function configEntryView(config: ConfigReader, key: ConfigKey, globalOverride: ConfigValueDoc | null) {
  const entry = entryOf(key);
  const { active, source } = config.effectiveWith(isOverride(globalOverride) ? [globalOverride] : [], key);
  return {
    key,
    domain: domainOf(key),
    category: entry.category,
    type: entry.type,
    description: entry.description,
    value: masked(entry, active),
    default: masked(entry, entry.default),
    source,
    envOnly: entry.envOnly ?? false,
    sensitive: entry.sensitive ?? false,
    constraints: constraintsOf(entry),
    scopes: [...(entry.scopes ?? [])],
    ...(entry.secretKeys && { secretKeys: [...entry.secretKeys] }),
    ...lastWrite(globalOverride),
  };
}

/** An override of a registered key for one scope; null for a global one. */
export function scopedOverrideView(entry: ConfigKeyEntry, override: ConfigValueDoc) {
  const { scope, value } = override;
  if (!scope) return null;
  const shown = { scope: scope.kind, scopeValue: scope.value, value: masked(entry, value), effective: declaresScope(entry, scope.kind) };
  return { ...shown, ...lastWrite(override) };
}

/** An override whose key is not in the registry any more. It may have been a secret, so its value is masked. */
export function orphanView(override: ConfigValueDoc) {
  return {
    key: override.key,
    domain: "",
    category: "",
    type: "unknown",
    description: "",
    value: masked({ sensitive: true }, override.value),
    default: null,
    source: override.scope ? ("SCOPED" as const) : ("ADMIN" as const),
    envOnly: false,
    sensitive: true,
    constraints: {},
    scopes: [],
    ...lastWrite(override),
  };
}

function lastWrite(override: ConfigValueDoc | null) {
  return {
    version: override?.version ?? 0,
    updatedAt: override?.updatedAt?.toISOString() ?? null,
    updatedBy: override?.updatedBy ?? null,
  };
}
