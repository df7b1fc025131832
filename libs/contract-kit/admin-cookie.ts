import { randomBytes } from "node:crypto";
import { constantTimeEqual, hmacBase64Url, randomSecret, sha256Hex } from "#libs/kernel/secrets.ts";

/** What an admin session cookie says. Its seal was verified; whether the session still lives, its owner knows. */
export interface AdminCookie {
  readonly sessionId: string;
  readonly userId: string;
  /** What is stored of the secret. */
  readonly secretHash: string;
}

interface Issue {
  readonly sessionId: string;
  readonly userId: string;
  readonly expiresAt: Date;
}

/** Makes and reads admin session cookies, and the CSRF tokens that belong to them (spec 5). */
export interface AdminCookies {
  issue(session: Issue): { readonly cookie: string; readonly secretHash: string };
  /** Null for anything that was not issued here, or has expired. */
  open(cookie: string | undefined, now: Date): AdminCookie | null;
  /** A new CSRF token for a session; each of them is good as long as the session is. */
  csrfToken(sessionId: string): string;
  /** In constant time. */
  isCsrfToken(token: unknown, sessionId: string): boolean;
}

const NONCE_BYTES = 12;
/** `<sessionId>.<userId>.<expiry in epoch seconds>.<secret>` and its seal */
const FORM = /^(([\w-]{1,64})\.([\w-]{1,64})\.(\d{1,12})\.([\w-]{43}))\.([\w-]{43})$/;
const CSRF_FORM = /^([\w-]{16})\.([\w-]{43})$/;

/**
 * The seal lets a gateway tell whose cookie it is before it asks anybody, so that requests are counted for their admin.
 * Both keys are derived from the one that seals callers: neither is good for the other's purpose.
 */
export function adminCookies(sealKey: string): AdminCookies {
  const cookieKey = hmacBase64Url(sealKey, "admin session cookie");
  const csrfKey = hmacBase64Url(sealKey, "admin session csrf token");
  const csrfSeal = (sessionId: string, nonce: string) => hmacBase64Url(csrfKey, `${sessionId}.${nonce}`);
  return {
    issue({ sessionId, userId, expiresAt }) {
      const secret = randomSecret();
      const text = `${sessionId}.${userId}.${Math.floor(expiresAt.getTime() / 1_000)}.${secret}`;
      return { cookie: `${text}.${hmacBase64Url(cookieKey, text)}`, secretHash: sha256Hex(secret) };
    },
    open(cookie, now) {
      const [, text = "", sessionId = "", userId = "", expiry = "", secret = "", seal = ""] = FORM.exec(cookie ?? "") ?? [];
      if (text === "" || !constantTimeEqual(seal, hmacBase64Url(cookieKey, text))) return null;
      return Number(expiry) * 1_000 > now.getTime() ? { sessionId, userId, secretHash: sha256Hex(secret) } : null;
    },
    csrfToken(sessionId) {
      const nonce = randomBytes(NONCE_BYTES).toString("base64url");
      return `${nonce}.${csrfSeal(sessionId, nonce)}`;
    },
    isCsrfToken(token, sessionId) {
      const [, nonce = "", seal = ""] = (typeof token === "string" && CSRF_FORM.exec(token)) || [];
      return constantTimeEqual(seal, csrfSeal(sessionId, nonce));
    },
  };
}
