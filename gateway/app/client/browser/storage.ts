import { type Shape, text } from "./shapes.ts";

/** Storage of the browser for this site. Where it is blocked or full, nothing is found and nothing is stored, without an error. */
export interface BrowserStorage {
  /** Null also when the text does not fit; then it is dropped. */
  get(name: string, shape?: Shape<string>): string | null;
  /** The value as {@link JSON} wrote it; null also when it is damaged or does not fit. Then it is dropped. */
  getJson<T>(name: string, shape: Shape<T>): T | null;
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
  const set: BrowserStorage["set"] = (name, value) =>
    attempt((storage) => (value === null ? storage.removeItem(name) : storage.setItem(name, value)), undefined);
  const textOf = (name: string) => attempt((storage) => storage.getItem(name), null);
  /** What does not fit is of no use to anything, and would be read again each time. */
  const fitting = <T>(name: string, value: unknown, shape: Shape<T>): T | null => {
    if (shape(value)) return value;
    if (textOf(name) !== null) set(name, null);
    return null;
  };
  return {
    get: (name, shape = text) => fitting(name, textOf(name), shape),
    getJson: (name, shape) =>
      fitting(
        name,
        attempt(() => JSON.parse(textOf(name) ?? "null"), null),
        shape,
      ),
    set,
    names: () => attempt(Object.keys, []),
  };
}

/** Shared by all tabs, and retained when they close. */
export const browserStorage = storageOf("localStorage");
/** Of this tab. */
export const tabStorage = storageOf("sessionStorage");
