import { ProviderFailure } from "../provider-failure.ts";

/** Somebody who keeps files. A key names one file: lower-case words, digits, `.`, `_` and `-`, in at most six parts between slashes. */
export interface StorageProvider {
  /** Stores a file whole or not at all, in the place of one that was there. At most 64 MiB. Throws ProviderFailure. */
  put(key: string, content: Uint8Array): Promise<void>;
  /** Null when there is no such file. Throws ProviderFailure. */
  get(key: string): Promise<Uint8Array | null>;
  /** Does nothing when there is no such file. Throws ProviderFailure. */
  remove(key: string): Promise<void>;
}

const KEY = /^[a-z0-9][a-z0-9._-]{0,99}(\/[a-z0-9][a-z0-9._-]{0,99}){0,5}$/;
const MAX_BYTES = 64 * 1_024 * 1_024;

/** The same storage, for keys that lead nowhere else and files that are not too large; REFUSED for others. */
export function checkedStorage(storage: StorageProvider): StorageProvider {
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
