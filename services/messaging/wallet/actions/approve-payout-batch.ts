import { implement } from "#libs/contract-kit/implement.ts";
import { getPayoutStanding } from "#libs/contracts/creator/index.ts";
import { approvePayoutBatch } from "#libs/contracts/wallet/payouts.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { type Approver, approve } from "../payouts/approve.ts";

type BatchDeps = Parameters<typeof approve>[0] & Pick<Deps, "payouts">;

/** Approvals that run at a time. */
const CONCURRENCY = 5;

/**
 * POST /admin/payouts/batches: approves each payout by its own rules. The job `wallet.finish-payouts` sends them to the provider, because
 * 200 calls of a provider take longer than a request may.
 */
export const approvePayoutBatchAction = (deps: BatchDeps) =>
  implement(approvePayoutBatch, async (ctx) => {
    const { caller, requestId } = ctx;
    const standingOf = (userId: string) => ctx.call(getPayoutStanding, { userId });
    const approver = { adminId: caller.userId, requestId, standingOf, isBatch: true };
    const payoutIds = [...new Set(ctx.params.payoutIds)];
    const results = [];
    for (let start = 0; start < payoutIds.length; start += CONCURRENCY)
      results.push(...(await Promise.all(payoutIds.slice(start, start + CONCURRENCY).map((id) => resultOf(deps, approver, id)))));
    return { results };
  });

async function resultOf(deps: BatchDeps, approver: Approver, payoutId: string) {
  try {
    const { status } = await approve(deps, approver, payoutId);
    return { payoutId, status, i18nKey: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { payoutId, status: (await deps.payouts.find(payoutId))?.status ?? null, i18nKey: error.key };
  }
}
