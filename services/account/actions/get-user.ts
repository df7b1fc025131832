import { implement } from "#libs/contract-kit/implement.ts";
import { getUser, MODERATED_STATUSES } from "#libs/contracts/account/index.ts";
import { getDataSubject } from "#libs/contracts/personal-data.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { hasPermission } from "#libs/policies/roles.ts";
import type { Deps } from "../deps.ts";
import { hasAuthorityOver } from "../domain/require-authority-over.ts";
import { addressDueNow } from "../held/email-change.ts";
import { canBeReset } from "../held/factor-reset.ts";
import { holdEnd } from "../held/hold.ts";
import { listedUserView } from "../views/user-view.ts";

type Used =
  | ("users" | "sessions" | "oauthIdentities" | "gdprRequests" | "heldChanges" | "audit" | "transaction" | "clock")
  | ("config" | "production");

/** GET /admin/users/{userId} */
export const getUserAction = (deps: Pick<Deps, Used>) =>
  implement(getUser, async (ctx) => {
    const { userId } = ctx.params;
    const { caller, requestId } = ctx;
    const user = await deps.users.find(userId);
    if (!user) throw new AppError("error.user.not_found");
    // Who never began an upgrade has no profile.
    const mayCreate = user.claim !== null || user.settledClaimId !== null;
    const [sessions, linkedSignIns, deletion, held, subject] = await Promise.all([
      deps.sessions.listOpen(userId, deps.clock.now()),
      deps.oauthIdentities.countOfUser(userId),
      deps.gdprRequests.findOpen(userId, "DELETION"),
      deps.heldChanges.listOfUser(userId, deps.clock.now()),
      mayCreate ? ctx.call(getDataSubject, { userId }) : null,
    ]);
    await deps.transaction((tx) => deps.audit.add(tx, { actor: caller.userId, action: "account.getUser", target: userId, requestId }));
    const mayWrite = hasPermission(caller.roles, "users:write") && hasAuthorityOver(caller, user);
    const waiting = await Promise.all(
      held.map(async (change) => {
        const { kind } = change;
        const dueAt = kind === "EMAIL_CHANGE" ? await addressDueNow(deps, change) : change.dueAt;
        return { kind, dueAt: dueAt.toISOString() };
      }),
    );
    const reset = held.find(({ kind }) => kind === "FACTOR_RESET");
    const resetDue = mayWrite && canBeReset(user) ? (reset?.dueAt ?? holdEnd(deps, deps.clock.now())) : null;
    const from = MODERATED_STATUSES.find((status) => status === user.status);
    return {
      ...listedUserView(user),
      locale: user.locale,
      timezone: user.timezone,
      creatorId: subject?.creatorId ?? null,
      openSessions: sessions.length,
      linkedSignIns,
      deletionScheduledAt: deletion?.scheduledAt.toISOString() ?? null,
      waiting,
      factorResetDue: resetDue?.toISOString() ?? null,
      statusNext: mayWrite && from !== undefined ? MODERATED_STATUSES.filter((status) => status !== from) : [],
    };
  });
