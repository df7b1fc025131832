import { cipherFor } from "#libs/kernel/field-cipher.ts";
import type { Env } from "#libs/platform/env/env.ts";
import type { ConfigSnapshot } from "./reader.ts";

const KEY = "settings";
const KEEP_SECONDS = 7 * 86_400;

/**
 * The settings backup: the last settings, for processes that cannot reach the config service. Encrypted, because some settings are secrets.
 */
export interface SettingsBackup {
  keep(snapshot: ConfigSnapshot): Promise<void>;
  /** Null when there is no backup that this process can open. */
  find(): Promise<ConfigSnapshot | null>;
}

/** The storage of the settings backup: a cache that all processes share. */
export interface SnapshotPlace {
  readonly env: Pick<Env, "secrets">;
  readonly counters: {
    readonly cache: { get(key: string): Promise<string | null>; put(key: string, text: string, keepSeconds: number): Promise<void> };
  };
}

export function settingsBackup({ counters, env }: SnapshotPlace): SettingsBackup {
  const cipher = cipherFor(KEY, env.secrets.contentKeys);
  return {
    keep: (snapshot) => counters.cache.put(KEY, cipher.encrypt(JSON.stringify(snapshot), KEY), KEEP_SECONDS),
    async find() {
      const sealed = await counters.cache.get(KEY);
      try {
        return sealed === null ? null : (JSON.parse(cipher.decrypt(sealed, KEY)) as ConfigSnapshot);
      } catch {
        return null;
      }
    },
  };
}
