import { ApiError } from "#libs/client/send.ts";
import { getCaptcha } from "#libs/contracts/account/sign-in.ts";
import type { ContractClient } from "../client/contract-client.ts";

/** Counters that are tried before the event loop is released. */
const BATCH = 256;

/** Makes a call that may need a captcha. When the API asks for one, it is solved and the call is repeated. */
export async function withCaptcha<T>(api: ContractClient, attempt: (captchaToken?: string) => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof ApiError) || error.i18nKey !== "auth.captcha.required") throw error;
    return attempt(await solvedCaptcha(api));
  }
}

/** The token of a new captcha. Throws when the API offers none that a page can solve. */
export async function solvedCaptcha(api: ContractClient): Promise<string> {
  const { challenge, difficulty } = await api.call(getCaptcha);
  if (challenge === null || difficulty === null) throw new Error("a captcha that no page can solve");
  return solve(challenge, difficulty);
}

/** Finds the counter for which the SHA-256 of `<challenge>.<counter>` begins with `difficulty` zero bits. */
async function solve(challenge: string, difficulty: number): Promise<string> {
  const encoder = new TextEncoder();
  for (let first = 0; ; first += BATCH) {
    const tokens = Array.from({ length: BATCH }, (_, index) => `${challenge}.${first + index}`);
    const digests = await Promise.all(tokens.map((token) => crypto.subtle.digest("SHA-256", encoder.encode(token))));
    const found = digests.findIndex((digest) => leadingZeroBits(new Uint8Array(digest)) >= difficulty);
    if (found >= 0) return tokens[found] ?? "";
  }
}

function leadingZeroBits(digest: Uint8Array): number {
  const byte = digest.findIndex((value) => value !== 0);
  return byte < 0 ? digest.length * 8 : byte * 8 + Math.clz32(digest[byte] ?? 0) - 24;
}
