import type { AdminSession } from "../domain/admin-session.ts";
import type { Session } from "../domain/session.ts";

/** A session as its user and staff see it. @param currentId the session in which the request was made */
export function sessionView(session: Session | AdminSession, currentId: string) {
  const { _id: id, userAgentSummary = null, country = null, createdAt, lastUsedAt, expiresAt } = session;
  return {
    id,
    deviceName: "deviceName" in session ? session.deviceName : null,
    userAgentSummary,
    country,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    current: id === currentId,
  };
}
