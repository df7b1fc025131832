import type { ScopeKind } from "#libs/contracts/config/terms.ts";
import { elapsedMs } from "#libs/kernel/timers.ts";
import type { KillSwitch } from "#libs/policies/kill-switches.ts";
import { environmentVariableOf } from "./environment-variable.ts";
import { type ConfigKeyEntry, parseEnvironmentValue, validationErrorOf } from "./key.ts";
import { type ConfigKey, type ConfigValue, configKeys, entryOf, isConfigKey } from "./keys/index.ts";
import { declaresScope } from "./scope-values.ts";

/** The caller for whom a value is read. */
export type Scope = Partial<Record<ScopeKind, string>>;

/** One stored override. */
export interface StoredValue {
  readonly key: string;
  readonly scope: { readonly kind: ScopeKind; readonly value: string } | null;
  readonly value: unknown;
}

/** A stored override with the instant of its last change. */
interface SnapshotValue extends StoredValue {
  readonly updatedAt?: string | undefined;
}

/** The stored configuration at one revision. */
export interface ConfigSnapshot {
  readonly revision: string;
  readonly values: readonly SnapshotValue[];
  readonly flags: readonly { readonly key: string; readonly enabled: boolean }[];
  readonly killSwitches: readonly { readonly system: string; readonly active: boolean }[];
}

type ValueSource = "DEFAULT" | "ENV" | "ADMIN" | "SCOPED";

interface EffectiveValue {
  readonly active: unknown;
  readonly source: ValueSource;
  readonly scope: { readonly kind: ScopeKind; readonly value: string } | null;
}

/** Synchronous reads of settings, flags and kill switches from the last known snapshot. */
export interface ConfigReader {
  read<K extends ConfigKey>(key: K, scope?: Scope): ConfigValue<K>;
  effective(key: ConfigKey, scope?: Scope): EffectiveValue;
  /** The value of a key if these were the only stored overrides. */
  effectiveWith(values: readonly StoredValue[], key: ConfigKey, scope?: Scope): EffectiveValue;
  /** Time of the last write of a key's global override; null while there is none. */
  changedAt(key: ConfigKey): Date | null;
  isEnabled(flag: string): boolean;
  isSwitchedOff(system: KillSwitch): boolean;
  revision(): string;
  /** Milliseconds since the config service last answered; infinite before its first answer. */
  silentMs(): number;
  /** Records an answer of the config service, even one without changes. */
  noteAnswer(): void;
  /** Replaces the known snapshot, unless the given one is older. */
  update(snapshot: ConfigSnapshot): void;
  /** As `update`, for a snapshot without the values of sensitive keys: their known values stay. */
  updateAllButSecrets(snapshot: ConfigSnapshot): void;
}

/** Most specific first: tier, then region, then platform, then global (spec 2.12). */
const SCOPE_ORDER: readonly ScopeKind[] = ["tier", "region", "platform"];

/** The stored overrides that are valid and of a declared scope, by key and by scope. */
interface Overrides {
  readonly globals: ReadonlyMap<string, unknown>;
  readonly scoped: ReadonlyMap<string, unknown>;
}

/** @param variables `CONFIG_*` environment variables. Throws when one of them is invalid for its key. */
export function configReader(variables: ReadonlyMap<string, string>): ConfigReader {
  const environment = readEnvironment(variables);
  let revision = "";
  let answeredAt = Number.NEGATIVE_INFINITY;
  let overrides = overridesIn([]);
  let secrets: readonly SnapshotValue[] = [];
  let changedAtByKey = new Map<string, Date>();
  let flags = new Map<string, boolean>();
  let switches = new Map<string, boolean>();

  const effectiveAmong = ({ globals, scoped }: Overrides, key: ConfigKey, scope: Scope): EffectiveValue => {
    const entry = entryOf(key);
    if (!entry.envOnly) {
      for (const kind of SCOPE_ORDER) {
        const value = scope[kind];
        const found = value === undefined ? undefined : scoped.get(scopedKey(key, kind, value));
        if (found !== undefined && value !== undefined) return { active: found, source: "SCOPED", scope: { kind, value } };
      }
      if (globals.has(key)) return { active: globals.get(key), source: "ADMIN", scope: null };
    }
    if (environment.has(key)) return { active: environment.get(key), source: "ENV", scope: null };
    return { active: entry.default, source: "DEFAULT", scope: null };
  };

  const update = (snapshot: ConfigSnapshot) => {
    if (isOlder(snapshot.revision, revision)) return;
    revision = snapshot.revision;
    secrets = snapshot.values.filter(({ key }) => isConfigKey(key) && entryOf(key).sensitive);
    overrides = overridesIn(snapshot.values);
    changedAtByKey = changedAtIn(snapshot.values);
    flags = new Map(snapshot.flags.map(({ key, enabled }) => [key, enabled]));
    switches = new Map(snapshot.killSwitches.map(({ system, active }) => [system, active]));
  };

  return {
    effective: (key, scope = {}) => effectiveAmong(overrides, key, scope),
    effectiveWith: (values, key, scope = {}) => effectiveAmong(overridesIn(values), key, scope),
    read: <K extends ConfigKey>(key: K, scope: Scope = {}) => effectiveAmong(overrides, key, scope).active as ConfigValue<K>,
    changedAt: (key) => changedAtByKey.get(key) ?? null,
    isEnabled: (flag) => flags.get(flag) ?? false,
    isSwitchedOff: (system) => switches.get(system) ?? false,
    revision: () => revision,
    silentMs: () => elapsedMs() - answeredAt,
    noteAnswer() {
      answeredAt = elapsedMs();
    },
    update,
    updateAllButSecrets: (snapshot) => update({ ...snapshot, values: [...snapshot.values, ...secrets] }),
  };
}

function overridesIn(values: readonly StoredValue[]): Overrides {
  const usable = values.flatMap((stored) => {
    if (!isConfigKey(stored.key)) return [];
    const entry = entryOf(stored.key);
    if (stored.scope && !declaresScope(entry, stored.scope.kind)) return [];
    const value = capped(entry, stored.value);
    return validationErrorOf(entry, value) === null ? [{ ...stored, value }] : [];
  });
  return {
    globals: new Map(usable.filter(({ scope }) => !scope).map(({ key, value }) => [key, value])),
    scoped: new Map(usable.flatMap(({ key, scope, value }) => (scope ? [[scopedKey(key, scope.kind, scope.value), value]] : []))),
  };
}

function capped(entry: ConfigKeyEntry, value: unknown): unknown {
  return entry.type === "number" && entry.capped && typeof value === "number" ? Math.min(value, entry.max) : value;
}

function changedAtIn(values: readonly SnapshotValue[]): Map<string, Date> {
  return new Map(values.flatMap(({ key, scope, updatedAt }) => (scope || !updatedAt ? [] : [[key, new Date(updatedAt)]])));
}

/** Revisions are `<store>.<number>`; those of different stores cannot be compared. */
function isOlder(candidate: string, known: string): boolean {
  const [store, number] = candidate.split(".");
  const [knownStore, knownNumber] = known.split(".");
  return store === knownStore && Number(number) < Number(knownNumber);
}

function scopedKey(key: string, kind: ScopeKind, value: string): string {
  return `${key}\n${kind}\n${value}`;
}

function readEnvironment(variables: ReadonlyMap<string, string>): Map<ConfigKey, unknown> {
  const values = new Map<ConfigKey, unknown>();
  for (const key of Object.keys(configKeys) as ConfigKey[]) {
    const text = variables.get(environmentVariableOf(key));
    if (text === undefined) continue;
    const value = parseEnvironmentValue(entryOf(key), text);
    const reason = validationErrorOf(entryOf(key), value);
    if (reason) throw new Error(`${environmentVariableOf(key)} ${reason}`);
    values.set(key, value);
  }
  return values;
}
