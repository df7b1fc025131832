import { createHmac, timingSafeEqual } from "node:crypto";

/** The claims of a token. */
export interface Claims {
  readonly sub: string;
  readonly aud: string;
  /** Seconds since 1970. */
  readonly exp: number;
}

const KEY = "known to everybody, of the benchmark only";
const AUDIENCE = "api";
const HEADER = encode(JSON.stringify({ alg: "HS256", typ: "JWT" }));
const SCHEME = "Bearer ";

export function signToken(sub: string, secondsValid: number): string {
  const claims: Claims = { sub, aud: AUDIENCE, exp: Math.floor(Date.now() / 1000) + secondsValid };
  const signed = `${HEADER}.${encode(JSON.stringify(claims))}`;
  return `${signed}.${signatureOf(signed).toString("base64url")}`;
}

/** The claims of a valid token; null for every other one. HS256 is the only algorithm. */
export function verifyToken(authorization: string | undefined): Claims | null {
  if (!authorization?.startsWith(SCHEME)) return null;
  const [header, payload = "", signature = "", ...more] = authorization.slice(SCHEME.length).split(".");
  if (header !== HEADER || more.length > 0) return null;
  const [expected, given] = [signatureOf(`${header}.${payload}`), Buffer.from(signature, "base64url")];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  try {
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as Claims;
    return claims.aud === AUDIENCE && claims.exp * 1000 > Date.now() ? claims : null;
  } catch {
    return null;
  }
}

function signatureOf(text: string): Buffer {
  return createHmac("sha256", KEY).update(text).digest();
}

function encode(text: string): string {
  return Buffer.from(text).toString("base64url");
}
