import { implement } from "#libs/contract-kit/implement.ts";
import { getAdminSession } from "#libs/contracts/account/index.ts";
import { constantTimeEqual } from "#libs/kernel/secrets.ts";
import { isAdminRole } from "#libs/policies/roles.ts";
import type { Deps } from "../deps.ts";
import { isLive } from "../domain/admin-session.ts";
import { proofOf } from "../domain/proof.ts";

/** Internal: the administrator of a session. An account that is inactive or has lost its admin role has no admin session. */
export const getAdminSessionAction = ({
  clock,
  config,
  users,
  adminSessions,
}: Pick<Deps, "clock" | "config" | "users" | "adminSessions">) =>
  implement(getAdminSession, async ({ params: { sessionId, secretHash, isUse } }) => {
    const now = clock.now();
    const session = await adminSessions.find(sessionId);
    if (!session || !constantTimeEqual(session.secretHash, secretHash)) return { admin: null };
    if (!isLive(session, now, config.read("auth.admin_idle_minutes"))) return { admin: null };
    const user = await users.find(session.userId);
    if (user?.status !== "ACTIVE" || !user.roles.some(isAdminRole)) return { admin: null };
    if (isUse) await adminSessions.recordUse(session, now);
    const { provenAt, amr } = proofOf(session);
    return { admin: { userId: user._id, roles: [...user.roles], accountStatus: user.status, provenAt, amr: [...amr] } };
  });
