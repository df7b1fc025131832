import { createPublicKey, type JsonWebKey, type KeyObject } from "node:crypto";
import { ProviderFailure } from "../provider-failure.ts";
import type { ExternalIdentity } from "./oauth-provider.ts";

/** What a provider says about itself (OpenID Connect Discovery 1.0, as far as it is needed). */
export interface Metadata {
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly userinfoEndpoint: string | null;
  readonly jwksUri: string;
  /** Whether our secret travels in the form instead of in a header. */
  readonly secretInForm: boolean;
}

type Facts = Readonly<Record<string, unknown>>;

const MAX_URL = 2_000;
const MAX_KEYS = 50;
const MAX_SUBJECT = 255;
const EMAIL = /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+\.[^\s@<>"(),:;\\[\]]+$/;

/** A failure for an answer that is not what it should be. @param detail which part, in capitals */
export function badAnswer(detail: string): ProviderFailure {
  return new ProviderFailure("oauth", "BAD_ANSWER", detail);
}

export function factsOf(body: unknown): Facts {
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw badAnswer("NO_OBJECT");
  return body as Facts;
}

/** Reads the discovery document of an issuer, which must name that very issuer. */
export function metadataOf(issuer: string, body: unknown): Metadata {
  const facts = factsOf(body);
  if (facts.issuer !== issuer) throw badAnswer("OTHER_ISSUER");
  const methods = facts.token_endpoint_auth_methods_supported;
  return {
    authorizationEndpoint: urlIn(facts, "authorization_endpoint"),
    tokenEndpoint: urlIn(facts, "token_endpoint"),
    userinfoEndpoint: facts.userinfo_endpoint === undefined ? null : urlIn(facts, "userinfo_endpoint"),
    jwksUri: urlIn(facts, "jwks_uri"),
    secretInForm: Array.isArray(methods) && methods.includes("client_secret_post") && !methods.includes("client_secret_basic"),
  };
}

function urlIn(facts: Facts, name: string): string {
  const value = facts[name];
  if (typeof value !== "string" || value.length > MAX_URL || !/^https?:\/\//.test(value) || !URL.canParse(value)) {
    throw badAnswer(name.toUpperCase());
  }
  return value;
}

/** The keys for signatures of a key set, by their ids; one without an id is known as the empty text. */
export function keysOf(body: unknown): ReadonlyMap<string, KeyObject> {
  const { keys } = factsOf(body);
  if (!Array.isArray(keys) || keys.length > MAX_KEYS) throw badAnswer("KEYS");
  const readable = keys.flatMap((jwk: unknown): [string, KeyObject][] => {
    const facts = factsOf(jwk);
    if (facts.use !== undefined && facts.use !== "sig") return [];
    const key = publicKeyOf(facts);
    return key ? [[typeof facts.kid === "string" ? facts.kid : "", key]] : [];
  });
  return new Map(readable);
}

/** Null for a kind of key that is not for us; a symmetric one is never a public key. */
function publicKeyOf(jwk: Facts): KeyObject | null {
  if (jwk.kty !== "RSA" && jwk.kty !== "EC") return null;
  try {
    return createPublicKey({ key: jwk as JsonWebKey, format: "jwk" });
  } catch {
    return null;
  }
}

/** Who the claims are about. */
export function identityOf(issuer: string, claims: Facts): ExternalIdentity {
  const { sub, email, email_verified: verified, name } = claims;
  if (typeof sub !== "string" || sub === "" || sub.length > MAX_SUBJECT) throw badAnswer("SUB");
  const address = typeof email === "string" && email.length <= 254 && EMAIL.test(email) ? email.toLowerCase() : null;
  const displayName =
    typeof name === "string"
      ? name
          .replace(/[\p{Cc}\p{Cf}]+/gu, " ")
          .trim()
          .slice(0, 100)
      : "";
  return {
    issuer,
    subject: sub,
    email: address,
    emailVerified: address !== null && (verified === true || verified === "true"),
    displayName: displayName === "" ? null : displayName,
  };
}
