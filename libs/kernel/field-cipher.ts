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

/** Like {@link FieldCipher}, for files. */
export interface BytesCipher {
  encrypt(plain: Uint8Array, boundTo: string): Buffer;
  decrypt(sealed: Uint8Array, boundTo: string): Buffer;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Ends the id of the key. */
const DOT = ".";

/** @param keys key id → 32 bytes; the first one encrypts, all of them decrypt. */
export function fieldCipher(keys: ReadonlyMap<string, Buffer>): FieldCipher {
  const [id, key] = currentOf(keys);
  return {
    encrypt: (plain, boundTo) => id + DOT + seal(key, Buffer.from(plain), boundTo).toString("base64"),
    decrypt(sealed, boundTo) {
      const dot = sealed.indexOf(DOT);
      return open(keyOf(keys, sealed.slice(0, dot)), Buffer.from(sealed.slice(dot + 1), "base64"), boundTo).toString("utf8");
    },
  };
}

/**
 * A cipher with keys of its own: a text sealed for one purpose cannot be opened for another.
 * @param masterKeys key id → 32 bytes
 */
export function cipherFor(purpose: string, masterKeys: ReadonlyMap<string, Buffer>): FieldCipher {
  return fieldCipher(keysFor(purpose, masterKeys));
}

/** Like {@link cipherFor}, for files. */
export function bytesCipher(purpose: string, masterKeys: ReadonlyMap<string, Buffer>): BytesCipher {
  const keys = keysFor(purpose, masterKeys);
  const [id, key] = currentOf(keys);
  return {
    encrypt: (plain, boundTo) => Buffer.concat([Buffer.from(id + DOT), seal(key, plain, boundTo)]),
    decrypt(sealed, boundTo) {
      const bytes = Buffer.from(sealed);
      const dot = bytes.indexOf(DOT);
      return open(keyOf(keys, bytes.subarray(0, dot).toString()), bytes.subarray(dot + 1), boundTo);
    },
  };
}

function keysFor(purpose: string, masterKeys: ReadonlyMap<string, Buffer>): ReadonlyMap<string, Buffer> {
  return new Map([...masterKeys].map(([id, key]) => [id, Buffer.from(hkdfSync("sha256", key, "", purpose, 32))]));
}

function currentOf(keys: ReadonlyMap<string, Buffer>): readonly [string, Buffer] {
  const [current] = keys;
  if (!current) throw new Error("a field cipher needs at least one key");
  return current;
}

function keyOf(keys: ReadonlyMap<string, Buffer>, id: string): Buffer {
  const key = keys.get(id);
  if (!key) throw new Error("the key that sealed this field is not configured");
  return key;
}

function seal(key: Buffer, plain: Uint8Array, boundTo: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyObjectOf(key), nonce).setAAD(Buffer.from(boundTo));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

function open(key: Buffer, bytes: Buffer, boundTo: string): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", keyObjectOf(key), bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}
