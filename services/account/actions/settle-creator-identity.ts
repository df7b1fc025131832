import { implement } from "#libs/contract-kit/implement.ts";
import { settleCreatorIdentity, userChanged } from "#libs/contracts/account/index.ts";
import type { Deps } from "../deps.ts";
import { userChange } from "../views/user-view.ts";

type SettleDeps = Pick<Deps, "clock" | "config" | "transaction" | "identities" | "usernameHolds" | "outbox">;

/** Internal: makes a claim final and publishes the new name. May be repeated. */
export const settleCreatorIdentityAction = ({ clock, config, transaction, identities, usernameHolds, outbox }: SettleDeps) =>
  implement(settleCreatorIdentity, ({ params: { claimId, userId } }) =>
    transaction(async (tx) => {
      const user = await identities.settle(tx, userId, claimId);
      if (!user) return;
      if (config.read("auth.username_hold_days") === 0) await usernameHolds.deleteHoldsOf(tx, claimId);
      await outbox.add(tx, userChanged, userChange(user, clock.now()));
    }),
  );
