import { constantTimeEqual, hmacBase64Url, randomSecret, sha256Hex } from "#libs/kernel/secrets.ts";

/** `<sessionId>.<secret>.<seal>`; tokens of 1.0 have no seal. */
const REFRESH_FORM = /^(([0-9a-f-]{36})\.[\w-]{43})(?:\.([\w-]{43}))?$/;

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

/** A refresh token as a client presents it. */
export interface PresentedToken {
  readonly sessionId: string;
  readonly hash: string;
  /** It was issued here for this session, also when no store remembers it. */
  readonly isSealed: boolean;
}

/** The key is derived from the key of pseudonyms for this purpose alone, so that no value made for another one passes for a seal. */
const sealOf = (pseudonymKey: string, text: string): string => hmacBase64Url(hmacBase64Url(pseudonymKey, "refresh token seal"), text);

/** @param key of pseudonyms, from which that of the seal is derived */
export function newRefreshToken(key: string, sessionId: string): OpaqueToken {
  const text = `${sessionId}.${randomSecret()}`;
  const token = `${text}.${sealOf(key, text)}`;
  return { token, hash: sha256Hex(token) };
}

/** Null when the text does not have the form of a refresh token. */
export function readRefreshToken(key: string, token = ""): PresentedToken | null {
  const [, text, sessionId, seal] = REFRESH_FORM.exec(token) ?? [];
  if (text === undefined || sessionId === undefined) return null;
  const isSealed = seal !== undefined && constantTimeEqual(seal, sealOf(key, text));
  return { sessionId, hash: sha256Hex(token), isSealed };
}
