import { implement } from "#libs/contract-kit/implement.ts";
import { getEmailChange } from "#libs/contracts/account/index.ts";
import type { Deps } from "../deps.ts";
import { addressDueNow } from "../held/email-change.ts";

/** GET /auth/email/change */
export const getEmailChangeAction = (deps: Pick<Deps, "clock" | "config" | "production" | "users" | "heldChanges">) =>
  implement(getEmailChange, async ({ caller }) => {
    const held = await deps.heldChanges.listOfUser(caller.userId, deps.clock.now());
    const change = held.find(({ kind }) => kind === "EMAIL_CHANGE");
    if (change?.newEmail === undefined) return { waiting: null };
    const { newEmail, confirmHash } = change;
    const dueAt = await addressDueNow(deps, change);
    return { waiting: { newEmail, confirmed: confirmHash === undefined, dueAt: dueAt.toISOString() } };
  });
