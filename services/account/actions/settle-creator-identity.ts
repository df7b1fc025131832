import { implement } from "#libs/contract-kit/implement.ts";
import { settleCreatorIdentity, userChanged } from "#libs/contracts/account.ts";
import type { Deps } from "../deps.ts";
import { userChange } from "../domain/user-view.ts";

type SettleDeps = Pick<Deps, "clock" | "config" | "transaction" | "identities" | "usernames" | "outbox">;

/** Only now do others learn the new name. */
export const settleCreatorIdentityAction = ({ clock, config, transaction, identities, usernames, outbox }: SettleDeps) =>
  implement(settleCreatorIdentity, ({ params: { claimId, userId }, requestId }) =>
    transaction(async (tx) => {
      const user = await identities.settle(tx, userId, claimId);
      if (!user) return;
      if (config.read("auth.username_hold_days") === 0) await usernames.endHoldsOf(tx, claimId);
      await outbox.add(tx, userChanged, userChange(user, clock.now()), { requestId });
    }),
  );
