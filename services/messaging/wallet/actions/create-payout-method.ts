import { implement } from "#libs/contract-kit/implement.ts";
import { createPayoutMethod, MAX_PAYOUT_METHODS } from "#libs/contracts/wallet/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { type DestinationDeps, noteDestination } from "../payouts/note-destination.ts";
import { requireVerifiedAddress } from "../payouts/require-verified-address.ts";

type CreateDeps = DestinationDeps & Pick<Deps, "inTransaction" | "payoutMethods" | "payouts">;

/** POST /payouts/methods: every method but the first one of a user changes where money goes, so payouts wait for a while. */
export const createPayoutMethodAction = (deps: CreateDeps) =>
  implement(createPayoutMethod, async (ctx) => {
    const { userId } = ctx.caller;
    const { kind, label } = ctx.params;
    await requireVerifiedAddress(ctx);
    const wasPaid = await deps.payouts.hasAny(userId);
    return deps.inTransaction(async (set) => {
      const hasOther = (await deps.payoutMethods.listOfUser(userId, set.tx)).length > 0;
      const method = await deps.payoutMethods.insert(set.tx, { userId, kind, label });
      if (!method) throw new AppError("payout.error.too_many_methods", { limit: MAX_PAYOUT_METHODS });
      await noteDestination(deps, set, userId, hasOther || wasPaid);
      return { methodId: method._id };
    });
  });
