import { join } from "node:path";
import { ProviderFailure } from "../provider-failure.ts";
import { createSlot, type ProviderHost, type Slot } from "../slot.ts";
import { folderStorage } from "./folder-storage.ts";
import { memoryStorage } from "./memory-storage.ts";
import type { StorageProvider } from "./storage-provider.ts";

const TIMEOUT_MS = 60_000;
const MAX_BYTES = 64 * 1_024 * 1_024;
const KEY = /^[a-z0-9][a-z0-9._-]{0,99}(\/[a-z0-9][a-z0-9._-]{0,99}){0,5}$/;

/**
 * The file storage that `provider.storage` names. A file stays with the provider that stored it, so store `activeName()` beside its key.
 */
export function storageSlot({ config, clock, env }: Pick<ProviderHost, "config" | "clock" | "env">): Slot<StorageProvider> {
  const implementations = {
    folder: checkedStorage(folderStorage(join(env.dataDir, "storage"))),
    memory: checkedStorage(memoryStorage()),
  };
  return createSlot({ slot: "storage", implementations, config, clock, production: env.production, timeoutMs: TIMEOUT_MS });
}

/** The same storage, which refuses files that are too large, and keys that could lead out of its folder. */
function checkedStorage(storage: StorageProvider): StorageProvider {
  const check = (key: string) => {
    if (!KEY.test(key)) throw new ProviderFailure("storage", "REFUSED");
    return key;
  };
  return {
    async put(key, content) {
      if (content.byteLength > MAX_BYTES) throw new ProviderFailure("storage", "REFUSED");
      return storage.put(check(key), content);
    },
    get: async (key) => storage.get(check(key)),
    remove: async (key) => storage.remove(check(key)),
  };
}
