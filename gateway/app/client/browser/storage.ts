/** Storage of the browser for this site. Where it is blocked or full, nothing is found and nothing is stored, without an error. */
export interface BrowserStorage {
  get(name: string): string | null;
  /** The value as {@link JSON} wrote it; null also when it is damaged. */
  getJson<T>(name: string): T | null;
  /** @param value null removes it */
  set(name: string, value: string | null): void;
  names(): readonly string[];
}

function storageOf(area: "localStorage" | "sessionStorage"): BrowserStorage {
  // Reading the property itself throws when the browser blocks the data of this site.
  const attempt = <T>(use: (storage: Storage) => T, fallback: T): T => {
    try {
      return use(window[area]);
    } catch {
      return fallback;
    }
  };
  return {
    get: (name) => attempt((storage) => storage.getItem(name), null),
    getJson: <T>(name: string) => attempt((storage) => JSON.parse(storage.getItem(name) ?? "null") as T | null, null),
    set: (name, value) => attempt((storage) => (value === null ? storage.removeItem(name) : storage.setItem(name, value)), undefined),
    names: () => attempt(Object.keys, []),
  };
}

/** Shared by all tabs, and retained when they close. */
export const browserStorage = storageOf("localStorage");
/** Of this tab. */
export const tabStorage = storageOf("sessionStorage");
