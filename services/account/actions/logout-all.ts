import { implement } from "#libs/contract-kit/implement.ts";
import { logoutAll } from "#libs/contracts/account/index.ts";
import type { Deps } from "../deps.ts";
import { endAllSessions } from "../sign-in/end-all-sessions.ts";

type LogoutDeps = Pick<Deps, "clock" | "config" | "transaction" | "users" | "credentials" | "sessions" | "devices" | "hints">;

/**
 * POST /auth/logout-all. Without `exceptCurrent` all devices are forgotten; the one that asks gets a new token, if it knew the user.
 */
export const logoutAllAction = (deps: LogoutDeps) =>
  implement(logoutAll, async ({ params, caller: { userId, sessionId } }) => {
    const { clock, transaction, credentials, hints } = deps;
    const spared = params.exceptCurrent ? sessionId : undefined;
    const device = deps.devices.read(params);
    const { ended, endedIds, deviceToken } = await transaction(async (tx) => {
      const at = clock.now();
      const user = await deps.users.find(userId, tx);
      const forgetful = spared === undefined && user ? await credentials.forgetDevices(tx, userId, at) : null;
      const isKnown = user !== null && deps.devices.entryOf(device, user) !== null;
      return {
        ...(await endAllSessions(deps, tx, userId, { reason: "LOGOUT", at }, spared)),
        ...(forgetful && isKnown && { deviceToken: deps.devices.tokenFor(device, forgetful) }),
      };
    }, userId);
    hints.sessionsRevoked(endedIds, "LOGOUT");
    return { ended, deviceToken };
  });
