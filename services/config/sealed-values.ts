import type { Logger } from "pino";
import { entryOf, isConfigKey } from "#libs/config/keys/index.ts";
import { cipherFor } from "#libs/kernel/field-cipher.ts";

/** How the values of sensitive keys lie in the store. */
export interface SealedValues {
  /** What is stored of a value. @param id the row that it is bound to */
  seal(key: string, id: string, value: unknown): unknown;
  /** The value of what is stored. What cannot be opened stays as it is: it fits no key, and whoever reads finds no value. */
  open(id: string, stored: unknown): unknown;
}

const PURPOSE = "sensitive settings";

/** @param masterKeys key id → 32 bytes; the keys of this purpose are derived from them */
export function sealedValues(masterKeys: ReadonlyMap<string, Buffer>, logger: Logger): SealedValues {
  const cipher = cipherFor(PURPOSE, masterKeys);
  return {
    seal: (key, id, value) => (isSecret(key, value) ? { sealed: cipher.encrypt(JSON.stringify(value), id) } : value),
    open(id, stored) {
      if (!isSealed(stored)) return stored;
      try {
        return JSON.parse(cipher.decrypt(stored.sealed, id));
      } catch (error) {
        logger.error({ err: error, id }, "a sealed setting cannot be opened; it counts as unset");
        return stored;
      }
    },
  };
}

function isSecret(key: string, value: unknown): boolean {
  return isConfigKey(key) && entryOf(key).sensitive === true && value !== null && !isSealed(value);
}

/** No key takes an object, so nothing that somebody sets looks like this. */
function isSealed(stored: unknown): stored is { readonly sealed: string } {
  return typeof stored === "object" && stored !== null && "sealed" in stored && typeof stored.sealed === "string";
}
