import { createHmac, createSecretKey, type Hmac, hash, type KeyObject, timingSafeEqual } from "node:crypto";
import { randomBytes } from "./random.ts";

/** Compares two texts in constant time; different lengths are unequal, never an error. */
export function constantTimeEqual(left: string, right: string): boolean {
  return timingSafeEqual(hash("sha256", left, "buffer"), hash("sha256", right, "buffer"));
}

/** 256 random bits as base64url, 43 characters. */
export function randomSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Whether a text has the form of {@link randomSecret}. */
export function isSecret(text: string | undefined): text is string {
  return text !== undefined && /^[A-Za-z0-9_-]{43}$/.test(text);
}

/** SHA-256 as lower-case hex. */
export function sha256Hex(text: string | Buffer): string {
  return hash("sha256", text, "hex");
}

/** HMAC-SHA256 as lower-case hex. Throws for an empty key: this process does not have the secret. */
export function hmacHex(key: string | Buffer, text: string | Buffer): string {
  return hmac(key).update(text).digest("hex");
}

/** HMAC-SHA256 as base64url. Throws for an empty key: this process does not have the secret. */
export function hmacBase64Url(key: string | Buffer, text: string): string {
  return hmac(key).update(text).digest("base64url");
}

/** HMAC-SHA256. Throws for an empty key: this process does not have the secret. */
export function hmacBytes(key: string | Buffer, text: string): Buffer {
  return hmac(key).update(text).digest();
}

function hmac(key: string | Buffer): Hmac {
  if (key.length === 0) throw new Error("a code needs a key");
  return createHmac("sha256", typeof key === "string" ? key : keyObjectOf(key));
}

const keyObjects = new WeakMap<Buffer, KeyObject>();

/** A key object for some bytes, created once: Node 24 takes 25 µs to convert a key that is passed as bytes. */
export function keyObjectOf(bytes: Buffer): KeyObject {
  const known = keyObjects.get(bytes);
  if (known) return known;
  const key = createSecretKey(bytes);
  keyObjects.set(bytes, key);
  return key;
}
