import { createCipheriv, randomBytes } from "node:crypto";

const KEY = randomBytes(32);

/** Texts of people are stored encrypted. */
export function encrypt(text: string): object {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", KEY, iv);
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return { iv, text: encrypted, tag: cipher.getAuthTag() };
}
