import { implement } from "#libs/contract-kit/implement.ts";
import { getClosing } from "#libs/contracts/wallet/leaving.ts";
import { closingSums, closingView, type SumsDeps } from "../leaving/closing-sums.ts";

/** GET /wallet/closing */
export const getClosingAction = (deps: SumsDeps) =>
  implement(getClosing, async (ctx) => closingView(await closingSums(deps, ctx.caller.userId)));
