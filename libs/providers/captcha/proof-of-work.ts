import { createHash, randomBytes } from "node:crypto";
import { MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { constantTimeEqual, hmacBase64Url, hmacHex, sha256Hex } from "#libs/kernel/secrets.ts";
import type { ProviderHost } from "../host.ts";
import type { CaptchaProvider } from "./captcha-provider.ts";

const LIFETIME = 5 * MINUTE;

/** `<random>.<expiry in seconds>.<difficulty>.<seal>` and, in a token, `.<counter>`. */
const TOKEN = /^([\w-]{22}\.(\d{10})\.(\d{1,2}))\.([\w-]{43})\.(\d{1,16})$/;

/**
 * Asks for work instead of for a picture: a counter such that the SHA-256 of `<challenge>.<counter>` begins with so many zero
 * bits. Needs nobody outside and shows nobody to anybody. The seal makes a challenge ours; each is good for one token.
 */
export function proofOfWork({
  config,
  clock,
  counters,
  env,
}: Pick<ProviderHost, "config" | "clock" | "counters" | "env">): CaptchaProvider {
  const key = hmacHex(env.secrets.pseudonymKey, "captcha challenges");
  return {
    async challenge() {
      const difficulty = config.read("provider.captcha_difficulty");
      const expiry = Math.floor((clock.now().getTime() + LIFETIME) / SECOND);
      const task = `${randomBytes(16).toString("base64url")}.${expiry}.${difficulty}`;
      return { challenge: `${task}.${hmacBase64Url(key, task)}`, difficulty, expiresAt: new Date(expiry * SECOND) };
    },
    async verify(token) {
      const [, task = "", expiry = "", difficulty = "", seal = ""] = TOKEN.exec(token) ?? [];
      if (task === "" || !constantTimeEqual(seal, hmacBase64Url(key, task))) return false;
      const secondsLeft = Number(expiry) - clock.now().getTime() / SECOND;
      if (secondsLeft <= 0 || leadingZeroBits(createHash("sha256").update(token).digest()) < Number(difficulty)) return false;
      const first = await counters.replays.begin(`captcha:${sha256Hex(task)}`, "used", Math.ceil(secondsLeft) + 1);
      return first.state === "fresh";
    },
  };
}

/** Zero bits before the first one of a digest. */
export function leadingZeroBits(digest: Buffer): number {
  const byte = digest.findIndex((value) => value !== 0);
  return byte < 0 ? digest.length * 8 : byte * 8 + Math.clz32(digest[byte] ?? 0) - 24;
}
