import { implement } from "#libs/contract-kit/implement.ts";
import { getClosing } from "#libs/contracts/wallet/leaving.ts";
import type { Deps } from "../deps.ts";
import { closingSums, closingView } from "../leaving/closing-sums.ts";

/** GET /wallet/closing */
export const getClosingAction = (deps: Pick<Deps, "wallets" | "payouts">) =>
  implement(getClosing, async (ctx) => closingView(await closingSums(deps, ctx.caller.userId)));
