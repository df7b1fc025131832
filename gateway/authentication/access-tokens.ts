import { createPublicKey, type KeyObject } from "node:crypto";
import jwt from "jsonwebtoken";
import type { Caller } from "#libs/contract-kit/caller.ts";
import type { ServiceClient } from "#libs/contract-kit/service-client.ts";
import { ACCESS_TOKEN, getPublicKeys } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { type Clock, SECOND } from "#libs/kernel/clock.ts";

const { algorithm, issuer, audience, use } = ACCESS_TOKEN;
const FETCH_TIMEOUT_MS = 2_000;
/** A token with an unknown key id makes the gateway fetch the keys again, at most this often. */
const MIN_REFRESH_INTERVAL_MS = 5_000;
/** The same while the gateway has no key yet. */
const MIN_FIRST_FETCH_INTERVAL_MS = 250;

export interface AccessTokens {
  /** The caller that a token names; null when the token is not valid. Throws SERVICE_UNAVAILABLE while no public keys are known. */
  verify(token: string): Promise<Caller | null>;
}

/** Verifies access tokens with the public keys of the account service. */
export function accessTokens({ call }: Pick<ServiceClient, "call">, clock: Clock): AccessTokens {
  let keys = new Map<string, KeyObject>();
  let fetchedAt = -Infinity;
  let fetching: Promise<void> | null = null;

  const fetchKeys = async (): Promise<void> => {
    fetchedAt = performance.now();
    const published = await call(getPublicKeys, {}, { timeout: FETCH_TIMEOUT_MS, tracking: false });
    keys = new Map(published.keys.map((key) => [key.kid, createPublicKey({ key, format: "jwk" })]));
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
      const kid = keyIdOf(token);
      const key = kid === null ? null : await keyOf(kid);
      return key && verifiedCaller(token, key, Math.floor(clock.now().getTime() / SECOND));
    },
  };
}

/** When a token expires; null for text that is no token. Does not verify the token. */
export function tokenExpiry(token: string): Date | null {
  const claims = jwt.decode(token);
  return claims !== null && typeof claims === "object" && typeof claims.exp === "number" ? new Date(claims.exp * SECOND) : null;
}

/** Id of the key that signed a token; null unless the token claims the one accepted algorithm. */
function keyIdOf(token: string): string | null {
  try {
    const header = jwt.decode(token, { complete: true })?.header;
    return header?.alg === algorithm && typeof header.kid === "string" ? header.kid : null;
  } catch {
    return null;
  }
}

function verifiedCaller(token: string, key: KeyObject, clockTimestamp: number): Caller | null {
  try {
    const claims = jwt.verify(token, key, { algorithms: [algorithm], issuer, audience, clockTimestamp });
    return typeof claims === "string" ? null : callerOf(claims);
  } catch {
    return null;
  }
}

function callerOf({ sub, exp, sid, roles, status, typ, token_use }: jwt.JwtPayload): Caller | null {
  if (typ !== use || token_use !== use || typeof exp !== "number") return null;
  if (typeof sub !== "string" || typeof sid !== "string" || typeof status !== "string") return null;
  if (!Array.isArray(roles) || !roles.every((role) => typeof role === "string")) return null;
  return { userId: sub, sessionId: sid, roles, accountStatus: status };
}
