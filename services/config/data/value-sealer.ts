import type { Logger } from "pino";
import { cipherFor } from "#libs/kernel/field-cipher.ts";
import { entryOf, isConfigKey } from "#libs/platform/config/keys/index.ts";

/** Encrypts the values of sensitive keys for the database. */
export interface ValueSealer {
  /** The form in which a value is stored: encrypted and bound to its document if the key is sensitive. @param id of the document */
  seal(key: string, id: string, value: unknown): unknown;
  /** The value of a stored form. A form that cannot be decrypted is returned as it is: it is valid for no key, so it counts as unset. */
  open(id: string, stored: unknown): unknown;
}

const PURPOSE = "sensitive settings";

/** @param masterKeys key id → 32 bytes; the keys of this purpose are derived from them */
export function valueSealer(masterKeys: ReadonlyMap<string, Buffer>, logger: Logger): ValueSealer {
  const cipher = cipherFor(PURPOSE, masterKeys);
  return {
    seal: (key, id, value) => (isSecret(key, value) ? { sealed: cipher.encrypt(JSON.stringify(value), id) } : value),
    open(id, stored) {
      if (!isSealed(stored)) return stored;
      try {
        return JSON.parse(cipher.decrypt(stored.sealed, id));
      } catch (error) {
        logger.error({ err: error, id }, "sealed setting cannot be decrypted; it counts as unset");
        return stored;
      }
    },
  };
}

function isSecret(key: string, value: unknown): boolean {
  return isConfigKey(key) && entryOf(key).sensitive === true && value !== null && !isSealed(value);
}

/** No key takes an object, so a value that a client sets never has this form. */
function isSealed(stored: unknown): stored is { readonly sealed: string } {
  return typeof stored === "object" && stored !== null && "sealed" in stored && typeof stored.sealed === "string";
}
