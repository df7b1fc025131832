import { implement } from "#libs/contract-kit/implement.ts";
import { getEmailChange } from "#libs/contracts/account/index.ts";
import type { Deps } from "../deps.ts";

/** GET /auth/email/change */
export const getEmailChangeAction = ({ clock, heldChanges }: Pick<Deps, "clock" | "heldChanges">) =>
  implement(getEmailChange, async ({ caller }) => {
    const held = await heldChanges.listOfUser(caller.userId, clock.now());
    const change = held.find(({ kind }) => kind === "EMAIL_CHANGE");
    if (change?.newEmail === undefined) return { waiting: null };
    const { newEmail, confirmHash, dueAt } = change;
    return { waiting: { newEmail, confirmed: confirmHash === undefined, dueAt: dueAt.toISOString() } };
  });
