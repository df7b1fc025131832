import { implement } from "#libs/contract-kit/implement.ts";
import { failPayout } from "#libs/contracts/payouts.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { WalletDeps } from "../deps.ts";
import { payoutMoves } from "../domain/payout.ts";
import { reverse } from "../pay-out.ts";
import { payoutToDecide } from "../payout-to-decide.ts";
import { payoutState } from "./payout-view.ts";

type Deps = Pick<WalletDeps, "payouts" | "transaction" | "audit" | "wallets" | "ledger" | "outbox">;

/** Only what no provider has heard of can be refused: afterwards the provider says how it ends. */
export const failPayoutAction = (deps: Deps) =>
  implement(failPayout, async (ctx) => {
    const { payoutId, reason } = ctx.params;
    const { requestId } = ctx;
    const decidedBy = ctx.caller.userId;
    await payoutToDecide(deps, payoutId, decidedBy);
    return deps.transaction(async (tx) => {
      const failed = await reverse(deps, tx, payoutId, { move: payoutMoves.refuse, decision: { reason, decidedBy }, requestId });
      if (!failed) throw new AppError("payout.error.invalid_status");
      await deps.audit.add(tx, { actor: decidedBy, action: "payout.fail", target: payoutId, details: { reason }, requestId });
      return payoutState(failed);
    });
  });
