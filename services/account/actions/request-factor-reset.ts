import { implement } from "#libs/contract-kit/implement.ts";
import { requestFactorReset } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { DAY, HOUR } from "#libs/kernel/clock.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { Deps } from "../deps.ts";
import { requireAuthorityOver } from "../domain/require-authority-over.ts";
import { canBeReset } from "../held/factor-reset.ts";
import { holdEnd } from "../held/hold.ts";
import { newMailLink } from "../mail/mail-link.ts";

type RequestDeps = Pick<
  Deps,
  "audit" | "clock" | "config" | "heldChanges" | "mailer" | "mailTokens" | "production" | "pseudonymKey" | "transaction" | "users"
>;

/** POST /admin/users/{userId}/mfa-resets. A reset that waits stays: asking again mails another link, and hastens or delays nothing. */
export const requestFactorResetAction = (deps: RequestDeps) =>
  implement(requestFactorReset, async ({ params: { userId, reason }, caller, requestId }) => {
    const { user, dueAt, token } = await deps.transaction(async (tx) => {
      // Written, so that of two requests at once the second one sees the reset of the first.
      const user = await deps.users.touch(tx, userId);
      if (!user) throw new AppError("error.user.not_found");
      requireAuthorityOver(caller, user);
      if (!canBeReset(user)) throw new AppError("auth.mfa.nothing_to_reset");
      const dueAt = await hold(deps, tx, userId);
      const { token, row } = newMailLink(deps, "KEEP_FACTORS", userId, user.email, new Date(dueAt.getTime() + DAY));
      await deps.mailTokens.insert(row, tx);
      const details = { reason, dueAt: dueAt.toISOString() };
      await deps.audit.add(tx, { actor: caller.userId, action: "user.factor_reset_requested", target: userId, details, requestId });
      return { user, dueAt, token };
    }, userId);
    const holdHours = Math.max(0, Math.ceil((dueAt.getTime() - deps.clock.now().getTime()) / HOUR));
    deps.mailer.send({ to: user.email, kind: "second_factor_reset", locale: user.locale, token, holdHours });
    return { dueAt: dueAt.toISOString() };
  });

/** When the reset that waits is due; without one it begins to wait now. */
async function hold(deps: RequestDeps, tx: Tx, userId: string): Promise<Date> {
  const waiting = await deps.heldChanges.find(tx, userId, "FACTOR_RESET");
  if (waiting) return waiting.dueAt;
  const askedAt = deps.clock.now();
  const dueAt = holdEnd(deps, askedAt);
  await deps.heldChanges.replace(tx, { userId, kind: "FACTOR_RESET", askedAt, dueAt, finishAt: dueAt, expiresAt: null });
  return dueAt;
}
