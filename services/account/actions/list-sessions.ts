import { implement } from "#libs/contract-kit/implement.ts";
import { listSessions } from "#libs/contracts/account/index.ts";
import type { Deps } from "../deps.ts";

/** GET /auth/sessions */
export const listSessionsAction = ({ clock, sessions }: Pick<Deps, "clock" | "sessions">) =>
  implement(listSessions, async ({ caller }) => {
    const open = await sessions.listOpen(caller.userId, clock.now());
    return open.map(({ _id, deviceName, userAgentSummary, country, createdAt, lastUsedAt, expiresAt }) => ({
      id: _id,
      deviceName,
      userAgentSummary,
      country,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      current: _id === caller.sessionId,
    }));
  });
