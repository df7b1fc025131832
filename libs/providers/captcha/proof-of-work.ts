import { createHash, randomBytes } from "node:crypto";
import { MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { constantTimeEqual, hmacBase64Url, hmacHex, sha256Hex } from "#libs/kernel/secrets.ts";
import type { ProviderHost } from "../slot.ts";
import type { CaptchaProvider } from "./captcha-provider.ts";

const LIFETIME_MS = 5 * MINUTE;

/** A token is a challenge, `<random>.<expiry in seconds>.<difficulty>.<HMAC of the three>`, and `.<counter>`. */
const TOKEN = /^([\w-]{22}\.(\d{10})\.(\d{1,2}))\.([\w-]{43})\.(\d{1,16})$/;

/**
 * A captcha without pictures and third parties. The client finds a counter such that the SHA-256 of `<challenge>.<counter>` starts
 * with the demanded number of zero bits. The HMAC proves that the challenge is ours. A challenge is good for one token.
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
      const expiry = Math.floor((clock.now().getTime() + LIFETIME_MS) / SECOND);
      const task = `${randomBytes(16).toString("base64url")}.${expiry}.${difficulty}`;
      return { challenge: `${task}.${hmacBase64Url(key, task)}`, difficulty, expiresAt: new Date(expiry * SECOND) };
    },
    async verify(token) {
      const [, task = "", expiry = "", difficulty = "", hmac = ""] = TOKEN.exec(token) ?? [];
      if (task === "" || !constantTimeEqual(hmac, hmacBase64Url(key, task))) return false;
      const secondsLeft = Number(expiry) - clock.now().getTime() / SECOND;
      if (secondsLeft <= 0 || leadingZeroBits(createHash("sha256").update(token).digest()) < Number(difficulty)) return false;
      const use = await counters.replays.begin(`captcha:${sha256Hex(task)}`, "used", Math.ceil(secondsLeft) + 1);
      return use.state === "fresh";
    },
  };
}

/** Number of zero bits before the first one bit. @internal exported for tests */
export function leadingZeroBits(digest: Buffer): number {
  const byte = digest.findIndex((value) => value !== 0);
  return byte < 0 ? digest.length * 8 : byte * 8 + Math.clz32(digest[byte] ?? 0) - 24;
}
