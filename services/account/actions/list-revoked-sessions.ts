import { implement } from "#libs/contract-kit/implement.ts";
import { listRevokedSessions, REVOKED_PAGE_SIZE } from "#libs/contracts/account/index.ts";
import { HOUR, SECOND } from "#libs/kernel/clock.ts";
import type { Deps } from "../deps.ts";

/** The upper bound of auth.access_token_seconds: after this time every revoked token has expired. */
const MAX_ACCESS_TOKEN_MS = HOUR;
/** A revocation becomes visible up to ten seconds after its `revokedAt`, when its transaction commits. */
const OVERLAP_MS = 15 * SECOND;

/** Internal: sessions revoked since an instant, for the gateways. */
export const listRevokedSessionsAction = ({ clock, sessions }: Pick<Deps, "clock" | "sessions">) =>
  implement(listRevokedSessions, async ({ params }) => {
    const now = clock.now();
    // The clock of the caller may run ahead: an instant in the future must not hide a revocation.
    const since = Math.min(new Date(params.since).getTime(), now.getTime());
    const from = new Date(Math.max(since, now.getTime() - MAX_ACCESS_TOKEN_MS) - OVERLAP_MS);
    const found = await sessions.listRevokedSince(from, params.after ?? null, REVOKED_PAGE_SIZE);
    const revoked = found.flatMap(({ _id, revokedAt, revokedReason }) =>
      revokedAt && revokedReason ? [{ sessionId: _id, reason: revokedReason, revokedAt: revokedAt.toISOString() }] : [],
    );
    return { asOf: now.toISOString(), revoked, more: found.length === REVOKED_PAGE_SIZE };
  });
