import { createPublicKey, type KeyObject } from "node:crypto";
import jwt from "jsonwebtoken";
import { LRUCache } from "lru-cache";
import type { Caller } from "#libs/contract-kit/caller.ts";
import type { ServiceClient } from "#libs/contract-kit/service-client.ts";
import { ACCESS_TOKEN, getPublicKeys } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { type Clock, SECOND } from "#libs/kernel/clock.ts";

const { algorithm, issuer, audience, use } = ACCESS_TOKEN;
const FETCH_TIMEOUT_MS = 2_000;
/** Minimum interval between two fetches of the keys. A token with an unknown key id triggers one. */
const MIN_REFRESH_INTERVAL_MS = 5_000;
/** The same while the gateway has no key yet. */
const MIN_FIRST_FETCH_INTERVAL_MS = 250;
/** Verified tokens are cached: checking a signature costs as much as the rest of a read, and a client reuses its token until it expires. */
const MAX_REMEMBERED = 5_000;

export interface AccessTokens {
  /** The caller of a token; null when the token is invalid. Throws SERVICE_UNAVAILABLE while no public keys are known. */
  verify(token: string): Promise<Caller | null>;
}

interface VerifiedToken {
  readonly caller: Caller;
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

/**
 * Verifies access tokens with the public keys of the account service. A verified token stays cached until it expires or the keys are
 * fetched again. Revocation of its session is checked elsewhere, on each request.
 */
export function accessTokens({ call }: Pick<ServiceClient, "call">, clock: Clock): AccessTokens {
  let keys = new Map<string, KeyObject>();
  let fetchedAt = -Infinity;
  let fetching: Promise<void> | null = null;
  const verified = new LRUCache<string, VerifiedToken>({ max: MAX_REMEMBERED });

  const fetchKeys = async (): Promise<void> => {
    fetchedAt = performance.now();
    const published = await call(getPublicKeys, {}, { timeout: FETCH_TIMEOUT_MS, tracking: false });
    keys = new Map(published.keys.map((key) => [key.kid, createPublicKey({ key, format: "jwk" })]));
    verified.clear();
  };

  const keyOf = async (kid: string): Promise<KeyObject | null> => {
    const interval = keys.size === 0 ? MIN_FIRST_FETCH_INTERVAL_MS : MIN_REFRESH_INTERVAL_MS;
    if (!keys.has(kid) && (fetching || performance.now() - fetchedAt > interval)) {
      fetching ??= fetchKeys().finally(() => {
        fetching = null;
      });
      await fetching.catch(() => undefined);
    }
    if (keys.size === 0) throw new AppError("error.service_unavailable");
    return keys.get(kid) ?? null;
  };

  return {
    async verify(token) {
      const seconds = Math.floor(clock.now().getTime() / SECOND);
      const known = verified.get(token);
      if (known && seconds < known.expiresAt) return known.caller;
      const kid = keyIdOf(token);
      const key = kid === null ? null : await keyOf(kid);
      const found = key && verifiedToken(token, key, seconds);
      if (found) verified.set(token, found);
      return found?.caller ?? null;
    },
  };
}

/** Expiry of a token; null for text that is not a token. Does not verify the token. */
export function tokenExpiry(token: string): Date | null {
  const claims = jwt.decode(token);
  return claims !== null && typeof claims === "object" && typeof claims.exp === "number" ? new Date(claims.exp * SECOND) : null;
}

/** Key id of a token; null unless the token claims the one accepted algorithm. */
function keyIdOf(token: string): string | null {
  try {
    const header = jwt.decode(token, { complete: true })?.header;
    return header?.alg === algorithm && typeof header.kid === "string" ? header.kid : null;
  } catch {
    return null;
  }
}

function verifiedToken(token: string, key: KeyObject, clockTimestamp: number): VerifiedToken | null {
  try {
    const claims = jwt.verify(token, key, { algorithms: [algorithm], issuer, audience, clockTimestamp });
    return typeof claims === "string" ? null : tokenOf(claims);
  } catch {
    return null;
  }
}

/** A token of an earlier release has no `auth_time`: its session was opened by a password. Nor does it say for what it was given out. */
function tokenOf({
  sub,
  exp,
  sid,
  roles,
  status,
  typ,
  token_use,
  iat = 0,
  auth_time = iat,
  amr = ["pwd"],
  gave_proof,
}: jwt.JwtPayload): VerifiedToken | null {
  if (typ !== use || token_use !== use || typeof exp !== "number") return null;
  if (typeof sub !== "string" || typeof sid !== "string" || typeof status !== "string") return null;
  if (!Array.isArray(roles) || !roles.every((role) => typeof role === "string")) return null;
  if (typeof auth_time !== "number" || !Array.isArray(amr) || !amr.every((method) => typeof method === "string")) return null;
  const gaveProof = gave_proof === true;
  return { caller: { userId: sub, sessionId: sid, roles, accountStatus: status, provenAt: auth_time, amr, gaveProof }, expiresAt: exp };
}
