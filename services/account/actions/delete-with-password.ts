import { implement } from "#libs/contract-kit/implement.ts";
import { deleteWithPassword } from "#libs/contracts/account/gdpr.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { type ScheduleDeps, scheduleDeletion } from "../gdpr/schedule-deletion.ts";
import { endAtLastFailure } from "../sign-in/session-attempts.ts";

/**
 * POST /users/delete (spec 4.4). The password is compared first, so that a scheduled deletion is revealed only to its owner. A session that the
 * deletion has ended still learns so: its token ends within minutes, and the route takes few requests.
 */
export const deleteWithPasswordAction = (deps: ScheduleDeps & Pick<Deps, "passwords">) =>
  implement(deleteWithPassword, async ({ params, caller: { userId, sessionId }, requestId }) => {
    const user = await deps.users.find(userId);
    if (!user) throw new AppError("error.user.not_found");
    if (user.passwordHash === undefined) throw new AppError("error.user.password_required");
    const attempt = await deps.sessions.countAttempt(sessionId);
    // Parallel guesses get no more attempts than a sequence.
    if (!attempt && (await deps.sessions.find(sessionId))?.revokedReason !== "DELETION") throw new AppError("error.unauthorized");
    if (!(await deps.passwords.matches(params.password, user.passwordHash))) {
      if (attempt) await endAtLastFailure(deps, { userId, sessionId }, attempt);
      throw new AppError("error.user.password_incorrect");
    }
    await deps.sessions.takeBackAttempt(sessionId);
    const { scheduledAt } = await scheduleDeletion(deps, { userId, sessionId, requestId });
    return { scheduledAt: scheduledAt.toISOString() };
  });
