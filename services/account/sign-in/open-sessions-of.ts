import type { SignInDeps } from "./deps.ts";

/** The open sessions of a user, those of the administration after the others. */
export async function openSessionsOf(
  { clock, config, sessions, adminSessions }: Pick<SignInDeps, "clock" | "config" | "sessions" | "adminSessions">,
  userId: string,
) {
  const now = clock.now();
  const [user, admin] = await Promise.all([
    sessions.listOpen(userId, now),
    adminSessions.listOpen(userId, now, config.read("auth.admin_idle_minutes")),
  ]);
  return [...user.map((session) => ({ session, kind: "USER" as const })), ...admin.map((session) => ({ session, kind: "ADMIN" as const }))];
}
