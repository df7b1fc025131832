import type { StorageProvider } from "./storage-provider.ts";

const MAX_FILES = 1_000;

/** Stores files in the memory of this process and drops the oldest ones, for tests and development. */
export function memoryStorage(): StorageProvider {
  const files = new Map<string, Uint8Array>();
  return {
    async put(key, content) {
      files.delete(key);
      files.set(key, Uint8Array.from(content));
      const [oldest] = files.keys();
      if (files.size > MAX_FILES && oldest !== undefined) files.delete(oldest);
    },
    async get(key) {
      const content = files.get(key);
      return content ? Uint8Array.from(content) : null;
    },
    async remove(key) {
      files.delete(key);
    },
  };
}
