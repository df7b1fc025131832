import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";
import { randomBytes } from "./random.ts";
import { keyObjectOf } from "./secrets.ts";

/** Encrypts single fields at rest: AES-256-GCM, a fresh 96-bit nonce each time, the owner's ids as additional data. */
export interface FieldCipher {
  /** The result names its key, so that keys can be rotated. */
  encrypt(plain: string, boundTo: string): string;
  /** Throws when the text was changed or moved to another record. */
  decrypt(sealed: string, boundTo: string): string;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** @param keys key id → 32 bytes; the first one encrypts, all of them decrypt. */
export function fieldCipher(keys: ReadonlyMap<string, Buffer>): FieldCipher {
  const [current] = keys;
  if (!current) throw new Error("a field cipher needs at least one key");
  const [currentId, currentKey] = current;
  return {
    encrypt(plain, boundTo) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", keyObjectOf(currentKey), nonce).setAAD(Buffer.from(boundTo));
      const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return `${currentId}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64")}`;
    },
    decrypt(sealed, boundTo) {
      const dot = sealed.indexOf(".");
      const key = keys.get(sealed.slice(0, dot));
      if (!key) throw new Error("the key that sealed this field is not configured");
      const bytes = Buffer.from(sealed.slice(dot + 1), "base64");
      const decipher = createDecipheriv("aes-256-gcm", keyObjectOf(key), bytes.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(boundTo))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
    },
  };
}

/**
 * A cipher with keys of its own: a text sealed for one purpose cannot be opened for another.
 * @param masterKeys key id → 32 bytes
 */
export function cipherFor(purpose: string, masterKeys: ReadonlyMap<string, Buffer>): FieldCipher {
  return fieldCipher(new Map([...masterKeys].map(([id, key]) => [id, Buffer.from(hkdfSync("sha256", key, "", purpose, 32))])));
}
