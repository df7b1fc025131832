import { randomSecret, sha256Hex } from "#libs/kernel/secrets.ts";

const REFRESH_FORM = /^([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/;

/** A secret that is handed out once and stored only as its hash. */
export interface OpaqueToken {
  readonly token: string;
  readonly hash: string;
}

/** For links in mails. */
export function newMailToken(): OpaqueToken {
  const token = randomSecret();
  return { token, hash: sha256Hex(token) };
}

/** `<sessionId>.<secret>` */
export function newRefreshToken(sessionId: string): OpaqueToken {
  const token = `${sessionId}.${randomSecret()}`;
  return { token, hash: sha256Hex(token) };
}

/** The session a refresh token belongs to, and its hash. Null for anything that is no refresh token. */
export function readRefreshToken(token: string | undefined): { sessionId: string; hash: string } | null {
  const sessionId = token === undefined ? undefined : REFRESH_FORM.exec(token)?.[1];
  return token === undefined || sessionId === undefined ? null : { sessionId, hash: sha256Hex(token) };
}
