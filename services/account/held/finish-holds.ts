import type { HeldChangeKind } from "#libs/contracts/account/index.ts";
import { eachByItself, type Turns } from "#libs/platform/jobs/turns.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { Deps } from "../deps.ts";
import type { HeldChange } from "../domain/held-change.ts";
import { type ApplyDeps, addressDueNow, applyEmailChange, mailEmailChanged } from "./email-change.ts";
import { announceReset, type ResetFactorsDeps, resetFactors } from "./factor-reset.ts";

export type FinishDeps = ApplyDeps & ResetFactorsDeps & Pick<Deps, "faults" | "hints" | "logger" | "transaction" | "mailer">;

/** Makes a change. Resolves to what follows its commit. */
type Finish = (deps: FinishDeps, tx: Tx, change: HeldChange, at: Date) => Promise<() => void>;

const CHANGES_PER_RUN = 20;

const FINISH: Readonly<Record<HeldChangeKind, Finish>> = {
  async EMAIL_CHANGE(deps, tx, change, at) {
    const dueAt = await addressDueNow(deps, change, tx);
    if (dueAt > at) {
      await deps.heldChanges.replace(tx, { ...change, dueAt, finishAt: dueAt });
      return () => undefined;
    }
    const before = await applyEmailChange(deps, tx, change, at);
    if (before) return () => mailEmailChanged(deps, before);
    // The mailbox, which was proven twice, hears that only one of its accounts has the address.
    const { newEmail } = change;
    const owner = newEmail === undefined ? null : await deps.users.findByEmail(newEmail, tx);
    return () => owner && deps.mailer.send({ to: owner.email, kind: "email_taken", locale: owner.locale });
  },
  async FACTOR_RESET(deps, tx, { userId }, at) {
    const reset = await resetFactors(deps, tx, userId, at);
    return () => reset && announceReset(deps, reset);
  },
};

/** Makes the changes whose time to object is over. Resolves to whether there were any, or to when the next one is due. */
export async function finishHolds(deps: FinishDeps, turns: Turns): Promise<boolean | Date | null> {
  const list = (skip: number, limit: number) => deps.heldChanges.listDue(deps.clock.now(), skip, limit);
  const due = await turns.take(list, CHANGES_PER_RUN, (ids) =>
    eachByItself(
      deps.logger,
      ids,
      (changeId) => `make the change ${changeId}, which has waited`,
      (changeId) => finish(deps, changeId),
    ),
  );
  return due > 0 || deps.heldChanges.nextDue();
}

/** The row is taken in the transaction of the change: of several replicas one makes it, or the link that stops it comes first. */
async function finish(deps: FinishDeps, changeId: string): Promise<void> {
  const followUp = await deps.transaction(async (tx) => {
    const at = deps.clock.now();
    const change = await deps.heldChanges.takeDue(tx, changeId, at);
    await deps.faults.hit("account.hold.taken");
    const followUp = change && (await FINISH[change.kind](deps, tx, change, at));
    await deps.faults.hit("account.hold.made");
    return followUp;
  });
  followUp?.();
}
