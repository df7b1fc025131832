import { implement } from "#libs/contract-kit/implement.ts";
import { confirmEmailChange } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { sha256Hex } from "#libs/kernel/secrets.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { Deps } from "../deps.ts";
import type { HeldChange } from "../domain/held-change.ts";
import { type ApplyDeps, addressDueNow, applyEmailChange, mailEmailChanged } from "../held/email-change.ts";

type ConfirmDeps = ApplyDeps & Pick<Deps, "clock" | "transaction" | "heldChanges" | "mailer">;

/** POST /auth/email/confirm. An address that was taken meanwhile drops the change. */
export const confirmEmailChangeAction = (deps: ConfirmDeps) =>
  implement(confirmEmailChange, async ({ params: { token }, requestId }) => {
    const confirmed = await deps
      .transaction(async (tx) => {
        const now = deps.clock.now();
        const change = await deps.heldChanges.findByToken(tx, sha256Hex(token), now);
        if (!change) return null;
        const dueAt = await addressDueNow(deps, change, tx);
        return dueAt > now ? wait(deps, tx, { ...change, dueAt }, { now, requestId }) : changeNow(deps, tx, change, now);
      })
      .catch((error: unknown) => {
        // Another account has got the address at the same time.
        if (isDuplicateKey(error, "email")) return null;
        throw error;
      });
    if (!confirmed) throw new AppError("auth.email.invalid_token");
    const { before, effectiveAt } = confirmed;
    if (before) mailEmailChanged(deps, before);
    return { changed: before !== null, effectiveAt: effectiveAt.toISOString() };
  });

interface Confirming {
  readonly now: Date;
  readonly requestId: string;
}

async function wait(deps: ConfirmDeps, tx: Tx, change: HeldChange, { now, requestId }: Confirming) {
  const { userId, kind, newEmail, dueAt } = change;
  if (newEmail === undefined || (await deps.users.findByEmail(newEmail, tx))) {
    await deps.heldChanges.drop(tx, userId, kind);
    return null;
  }
  await deps.heldChanges.confirm(tx, change, now);
  await deps.audit.add(tx, { actor: userId, action: "email.confirmed", target: userId, requestId });
  return { before: null, effectiveAt: dueAt };
}

async function changeNow(deps: ConfirmDeps, tx: Tx, change: HeldChange, now: Date) {
  await deps.heldChanges.drop(tx, change.userId, change.kind);
  const before = await applyEmailChange(deps, tx, { ...change, confirmedAt: now }, now);
  return before && { before, effectiveAt: now };
}
