import { implement } from "#libs/contract-kit/implement.ts";
import { getPayoutStanding } from "#libs/contracts/creator/index.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { getStatement } from "#libs/contracts/wallet/statements.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { utcMonth } from "#libs/kernel/clock.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import type { Deps } from "../deps.ts";
import { ADJUSTMENTS_ACCOUNT, accountOf, ESCROW_ACCOUNT, FEES_ACCOUNT, PROVIDER_ACCOUNT } from "../domain/ledger.ts";
import { sumUnderWayAt } from "../payouts/sum-under-way.ts";

/** GET /payouts/statements/{month}: sums over the part of the caller's chain that was booked in the month. */
export const getStatementAction = ({ ledger, payouts, clock }: Pick<Deps, "ledger" | "payouts" | "clock">) =>
  implement(getStatement, async (ctx) => {
    const { userId } = ctx.caller;
    const { month } = ctx.params;
    const period = utcMonth(month);
    const account = accountOf(userId, "CREATOR");
    const [standing, stretch] = await Promise.all([ctx.call(getPayoutStanding, { userId }), ledger.stretch(account, period)]);
    if (!standing) throw new AppError("payout.error.not_creator");
    const { before } = stretch;
    const [sumOf, underWay] = await Promise.all([
      ledger.sumsOf(stretch),
      sumUnderWayAt({ ledger, payouts }, userId, { at: period.from, sequence: before?.sequence ?? 0 }),
    ]);
    const opening = (before?.balanceAfter ?? 0n) + underWay;
    const gross = -sumOf("RELEASE", ESCROW_ACCOUNT);
    const commission = sumOf("RELEASE", FEES_ACCOUNT);
    const reversed = -sumOf("EARNING_REVERSAL", account);
    const adjusted = -sumOf("ADJUSTMENT", ADJUSTMENTS_ACCOUNT);
    const paidOut = sumOf("PAYOUT_SETTLEMENT", PROVIDER_ACCOUNT);
    return {
      number: period.to <= clock.now() ? `M-${month}-${standing.creatorId.slice(-8)}` : null,
      month,
      currency: CURRENCY,
      opening: formatMoney(opening),
      gross: formatMoney(gross),
      commission: formatMoney(commission),
      reversed: formatMoney(reversed),
      adjusted: formatMoney(adjusted),
      paidOut: formatMoney(paidOut),
      closing: formatMoney(opening + gross - commission - reversed + adjusted - paidOut),
    };
  });
