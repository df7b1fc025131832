import { randomSecret, sha256Hex } from "#libs/kernel/secrets.ts";

const REFRESH_FORM = /^([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/;

/** A random secret for a client. The store keeps its hash only. */
interface OpaqueToken {
  readonly token: string;
  readonly hash: string;
}

/** The token of a link in a mail. */
export function newMailToken(): OpaqueToken {
  const token = randomSecret();
  return { token, hash: sha256Hex(token) };
}

/** A token of the form `<sessionId>.<secret>`. */
export function newRefreshToken(sessionId: string): OpaqueToken {
  const token = `${sessionId}.${randomSecret()}`;
  return { token, hash: sha256Hex(token) };
}

/** Session and hash of a refresh token; null when the text does not have the form of one. */
export function readRefreshToken(token: string | undefined): { sessionId: string; hash: string } | null {
  const sessionId = token === undefined ? undefined : REFRESH_FORM.exec(token)?.[1];
  return token === undefined || sessionId === undefined ? null : { sessionId, hash: sha256Hex(token) };
}
