import { createPublicKey, type KeyObject } from "node:crypto";
import jwt from "jsonwebtoken";
import type { Origin } from "#libs/contract-kit/call.ts";
import { call } from "#libs/contract-kit/call.ts";
import type { Caller } from "#libs/contract-kit/caller.ts";
import { ACCESS_TOKEN, getPublicKeys } from "#libs/contracts/account.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Clock } from "#libs/kernel/clock.ts";

const { algorithm, issuer, audience, use } = ACCESS_TOKEN;
const FETCH_MS = 2_000;
/** Unknown key ids make us ask for the keys again, but not more often than this. */
const REFRESH_FLOOR_MS = 5_000;
/** The same while there are no keys at all. */
const FIRST_FETCH_FLOOR_MS = 250;

export interface AccessTokens {
  /** The caller that a token names, or null when it is not valid. Throws SERVICE_UNAVAILABLE while no keys can be had. */
  verify(token: string): Promise<Caller | null>;
}

/** Verifies access tokens with the public keys of the account service. */
export function accessTokens(origin: Origin, clock: Clock): AccessTokens {
  let keys = new Map<string, KeyObject>();
  let askedAt = -Infinity;
  let asking: Promise<void> | null = null;

  const refresh = async (): Promise<void> => {
    askedAt = performance.now();
    const answer = await call(origin, getPublicKeys, {}, { timeout: FETCH_MS, tracking: false });
    keys = new Map(answer.keys.map((key) => [key.kid, createPublicKey({ key, format: "jwk" })]));
  };

  const keyOf = async (kid: string): Promise<KeyObject | null> => {
    const floor = keys.size === 0 ? FIRST_FETCH_FLOOR_MS : REFRESH_FLOOR_MS;
    if (!keys.has(kid) && (asking || performance.now() - askedAt > floor)) {
      asking ??= refresh().finally(() => {
        asking = null;
      });
      await asking.catch(() => undefined);
    }
    if (keys.size === 0) throw new AppError("error.service_unavailable");
    return keys.get(kid) ?? null;
  };

  return {
    async verify(token) {
      const kid = keyIdOf(token);
      const key = kid === null ? null : await keyOf(kid);
      return key && callerOf(token, key, Math.floor(clock.now().getTime() / 1_000));
    },
  };
}

/** Id of the key that has signed a token, when it claims the one algorithm that we take. */
function keyIdOf(token: string): string | null {
  try {
    const header = jwt.decode(token, { complete: true })?.header;
    return header?.alg === algorithm && typeof header.kid === "string" ? header.kid : null;
  } catch {
    return null;
  }
}

function callerOf(token: string, key: KeyObject, clockTimestamp: number): Caller | null {
  try {
    const claims = jwt.verify(token, key, { algorithms: [algorithm], issuer, audience, clockTimestamp });
    return typeof claims === "string" ? null : readClaims(claims);
  } catch {
    return null;
  }
}

function readClaims({ sub, exp, sid, roles, status, typ, token_use }: jwt.JwtPayload): Caller | null {
  if (typ !== use || token_use !== use || typeof exp !== "number") return null;
  if (typeof sub !== "string" || typeof sid !== "string" || typeof status !== "string") return null;
  if (!Array.isArray(roles) || !roles.every((role) => typeof role === "string")) return null;
  return { userId: sub, sessionId: sid, roles, accountStatus: status };
}
