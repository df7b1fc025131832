import { implement } from "#libs/contract-kit/implement.ts";
import { cancelEmailChange } from "#libs/contracts/account/index.ts";
import type { Deps } from "../deps.ts";

/** DELETE /auth/email/change. The link that was mailed to the address in force still ends the sessions of a thief who cleans up. */
export const cancelEmailChangeAction = ({ transaction, heldChanges, audit }: Pick<Deps, "transaction" | "heldChanges" | "audit">) =>
  implement(cancelEmailChange, async ({ caller: { userId }, requestId }) => {
    await transaction(async (tx) => {
      if (!(await heldChanges.drop(tx, userId, "EMAIL_CHANGE"))) return;
      await audit.add(tx, { actor: userId, action: "email.cancelled", target: userId, requestId });
    }, userId);
  });
