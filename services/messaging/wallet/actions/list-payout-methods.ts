import { implement } from "#libs/contract-kit/implement.ts";
import { listPayoutMethods } from "#libs/contracts/wallet/payouts.ts";
import type { Deps } from "../deps.ts";
import { payoutMethodView } from "../views/payout-view.ts";

/** GET /payouts/methods */
export const listPayoutMethodsAction = ({ payoutMethods }: Pick<Deps, "payoutMethods">) =>
  implement(listPayoutMethods, async (ctx) => (await payoutMethods.listOfUser(ctx.caller.userId)).map(payoutMethodView));
