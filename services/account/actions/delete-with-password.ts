import { implement } from "#libs/contract-kit/implement.ts";
import { deleteWithPassword } from "#libs/contracts/account/gdpr.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { type ScheduleDeps, scheduleDeletion } from "../gdpr/schedule-deletion.ts";
import { proveLeaversPassword } from "../sign-in/session-attempts.ts";

/**
 * POST /users/delete (spec 4.4). The password is compared first, so that a scheduled deletion is revealed only to its owner. A session that the
 * deletion has ended still learns so; its wrong guesses count as those of an open one.
 */
export const deleteWithPasswordAction = (deps: ScheduleDeps & Pick<Deps, "passwords">) =>
  implement(deleteWithPassword, async ({ params, caller: { userId, sessionId }, requestId }) => {
    const user = await deps.users.find(userId);
    if (!user) throw new AppError("error.user.not_found");
    if (user.passwordHash === undefined) throw new AppError("error.user.password_required");
    const given = { password: params.password, stored: user.passwordHash };
    if (!(await proveLeaversPassword(deps, { userId, sessionId }, given))) throw new AppError("error.user.password_incorrect");
    const { scheduledAt } = await scheduleDeletion(deps, { userId, sessionId, requestId });
    return { scheduledAt: scheduledAt.toISOString() };
  });
