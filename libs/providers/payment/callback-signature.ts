import { SECOND } from "#libs/kernel/clock.ts";
import { constantTimeEqual, hmacHex } from "#libs/kernel/secrets.ts";

/** A signature is good for so long before and after its time. */
const TOLERANCE_MS = 300 * SECOND;
const MAX_HEADER_LENGTH = 2_000;

/** The header of a signed callback: `t=<seconds>,v1=<hex HMAC-SHA256(secret, "<t>.<raw>")>`. @internal exported for tests */
export function signatureOf(raw: string | Buffer, secret: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / SECOND);
  return `t=${seconds},v1=${codeOf(raw, secret, String(seconds))}`;
}

/** Whether a header signs exactly these bytes, now, with one of the secrets. */
export function isSigned(raw: Buffer, header: string | undefined, secrets: readonly string[], now: Date): boolean {
  if (header === undefined || header.length > MAX_HEADER_LENGTH) return false;
  const fields = header.split(",").map((field) => field.split("=", 2));
  const time = fields.find(([name]) => name === "t")?.[1] ?? "";
  if (!/^\d{1,12}$/.test(time) || Math.abs(now.getTime() - Number(time) * SECOND) > TOLERANCE_MS) return false;
  const codes = fields.flatMap(([name, code]) => (name === "v1" && code !== undefined ? [code] : []));
  return secrets.some((secret) => {
    const expected = codeOf(raw, secret, time);
    return codes.some((code) => constantTimeEqual(code, expected));
  });
}

/** The secrets in a setting that has up to three of them with commas; any may verify, so that they can be exchanged. */
export function secretsIn(setting: string | null): readonly string[] {
  return (setting ?? "")
    .split(",")
    .map((secret) => secret.trim())
    .filter((secret) => secret !== "");
}

function codeOf(raw: string | Buffer, secret: string, time: string): string {
  return hmacHex(secret, Buffer.concat([Buffer.from(`${time}.`), Buffer.from(raw)]));
}
