import { randomBytes } from "node:crypto";
import { constantTimeEqual, hmacBase64Url, randomSecret, sha256Hex } from "#libs/kernel/secrets.ts";

/** The content of an admin session cookie whose seal is valid. The account service knows whether the session is still open. */
export interface AdminCookie {
  readonly sessionId: string;
  readonly userId: string;
  /** Hash of the secret, as the store has it. */
  readonly secretHash: string;
}

interface NewSession {
  readonly sessionId: string;
  readonly userId: string;
  readonly expiresAt: Date;
}

/** Makes and reads admin session cookies, and the CSRF tokens that belong to them (spec 5). */
export interface AdminCookies {
  issue(session: NewSession): { readonly cookie: string; readonly secretHash: string };
  /** Null for a cookie that was not issued here or has expired. */
  open(cookie: string | undefined, now: Date): AdminCookie | null;
  /** A new CSRF token for a session; it is valid as long as the session. */
  csrfToken(sessionId: string): string;
  /** Compares in constant time. */
  isCsrfToken(token: unknown, sessionId: string): boolean;
}

const NONCE_BYTES = 12;
/** `<sessionId>.<userId>.<expiry in epoch seconds>.<secret>.<seal>` */
const FORM = /^(([\w-]{1,64})\.([\w-]{1,64})\.(\d{1,12})\.([\w-]{43}))\.([\w-]{43})$/;
const CSRF_FORM = /^([\w-]{16})\.([\w-]{43})$/;

/**
 * The seal proves the owner of the cookie to the gateway without a call, so the gateway can count requests by administrator. Both keys are
 * derived from the key of pseudonyms, which every process has; they differ, so that a value made for one purpose never passes for the
 * other.
 */
export function adminCookies(key: string): AdminCookies {
  const cookieKey = hmacBase64Url(key, "admin session cookie");
  const csrfKey = hmacBase64Url(key, "admin session csrf token");
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
