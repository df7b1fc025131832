import { implement } from "#libs/contract-kit/implement.ts";
import { createPayoutMethod, MAX_PAYOUT_METHODS, payoutDestinationChanged } from "#libs/contracts/wallet/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { coolingUntil } from "../payouts/cooling.ts";

type CreateDeps = Pick<Deps, "clock" | "config" | "destinations" | "outbox" | "payoutMethods" | "payouts" | "transaction">;

/** POST /payouts/methods: every method but the first one of a user changes where money goes, so payouts wait for a while. */
export const createPayoutMethodAction = (deps: CreateDeps) =>
  implement(createPayoutMethod, async (ctx) => {
    const { userId } = ctx.caller;
    const { kind, label } = ctx.params;
    const wasPaid = await deps.payouts.hasAny(userId);
    return deps.transaction(async (tx) => {
      const hasOther = (await deps.payoutMethods.listOfUser(userId, tx)).length > 0;
      const method = await deps.payoutMethods.insert(tx, { userId, kind, label });
      if (!method) throw new AppError("payout.error.too_many_methods", { limit: MAX_PAYOUT_METHODS });
      const at = deps.clock.now();
      if (await deps.destinations.set(tx, userId, hasOther || wasPaid, at)) {
        const until = coolingUntil(deps.config, at);
        await deps.outbox.add(tx, payoutDestinationChanged, { userId, changedAt: at.toISOString(), coolingUntil: until.toISOString() });
      }
      return { methodId: method._id };
    });
  });
