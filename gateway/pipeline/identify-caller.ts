import type { IncomingHttpHeaders } from "node:http";
import type { Caller } from "#libs/contract-kit/caller.ts";
import type { RevokedReason } from "#libs/contracts/account.ts";
import type { AccessTokens } from "./access-tokens.ts";
import type { RevokedSessions } from "./revoked-sessions.ts";

/** What the Authorization header says about who is asking. */
export interface Identity {
  /** Whom a valid token names, even when the session was revoked. */
  readonly caller: Caller | null;
  readonly revoked: RevokedReason | null;
  /** Why a token could not be judged; nobody knows who is asking then. */
  readonly failure: unknown;
}

const NOBODY: Identity = { caller: null, revoked: null, failure: null };

/** Reads the bearer token. Never throws: what follows from the identity is decided later. */
export async function identifyCaller(headers: IncomingHttpHeaders, tokens: AccessTokens, sessions: RevokedSessions): Promise<Identity> {
  const token = bearerTokenOf(headers);
  if (!token) return NOBODY;
  try {
    const caller = await tokens.verify(token);
    return caller ? { caller, revoked: await sessions.reasonOf(caller.sessionId), failure: null } : NOBODY;
  } catch (failure) {
    return { ...NOBODY, failure };
  }
}

export function bearerTokenOf({ authorization = "" }: IncomingHttpHeaders): string | null {
  return /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? null;
}
