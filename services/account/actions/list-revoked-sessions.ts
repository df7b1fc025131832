import { implement } from "#libs/contract-kit/implement.ts";
import { listRevokedSessions } from "#libs/contracts/account.ts";
import { HOUR, SECOND } from "#libs/kernel/clock.ts";
import type { Deps } from "../deps.ts";

/** No access token lives longer than this: the bound of auth.access_token_seconds. */
const LONGEST_ACCESS_MS = HOUR;
/** A transaction shows what it wrote up to ten seconds after the instant it wrote down. */
const OVERLAP_MS = 15 * SECOND;
/** What fits into one message of the bus. */
const MAX_REVOKED = 4_000;

/** @param most rows of one answer */
export const listRevokedSessionsAction = ({ clock, sessions }: Pick<Deps, "clock" | "sessions">, most = MAX_REVOKED) =>
  implement(listRevokedSessions, async ({ params }) => {
    const now = clock.now();
    // An instant that is still to come is of a clock that runs ahead: it must not hide anything.
    const since = Math.min(new Date(params.since).getTime(), now.getTime());
    const from = new Date(Math.max(since, now.getTime() - LONGEST_ACCESS_MS) - OVERLAP_MS);
    const found = await sessions.listRevokedSince(from, params.after ?? null, most);
    const revoked = found.flatMap(({ _id, revokedAt, revokedReason }) =>
      revokedAt && revokedReason ? [{ sessionId: _id, reason: revokedReason, revokedAt: revokedAt.toISOString() }] : [],
    );
    return { asOf: now.toISOString(), revoked, more: found.length === most };
  });
