import { Secret, TOTP } from "otpauth";
import { latinDigits } from "#libs/kernel/latin-digits.ts";
import { randomBytes } from "#libs/kernel/random.ts";

/** As every authenticator knows them (RFC 6238). */
const FORM = { algorithm: "SHA1", digits: 6, period: 30 } as const;
const SECRET_BYTES = 20;
/** Steps before and after the current one whose codes pass: clocks differ, and people type slowly. */
const TOLERATED_STEPS = 1;

/** A new secret, as 32 characters of base 32. */
export function newTotpSecret(): string {
  return new Secret({ buffer: Uint8Array.from(randomBytes(SECRET_BYTES)).buffer }).base32;
}

/** The content of the QR code that an authenticator reads. */
export function totpUri(secret: string, { issuer, label }: { readonly issuer: string; readonly label: string }): string {
  return new TOTP({ ...FORM, secret: Secret.fromBase32(secret), issuer, label }).toString();
}

/** The number of the time step whose code this is; null when it is the code of no tolerated one. */
export function totpStep(secret: string, code: string, now: Date): number | null {
  const token = latinDigits(code).replace(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return null;
  const timestamp = now.getTime();
  const delta = TOTP.validate({ ...FORM, token, secret: Secret.fromBase32(secret), timestamp, window: TOLERATED_STEPS });
  return delta === null ? null : TOTP.counter({ period: FORM.period, timestamp }) + delta;
}
