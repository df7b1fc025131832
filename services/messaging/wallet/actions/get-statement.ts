import { implement } from "#libs/contract-kit/implement.ts";
import { getPayoutStanding } from "#libs/contracts/creator/index.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { getStatement } from "#libs/contracts/wallet/statements.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { utcMonth } from "#libs/kernel/clock.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import type { Deps } from "../deps.ts";
import { ADJUSTMENTS_ACCOUNT, accountOf, ESCROW_ACCOUNT, FEES_ACCOUNT, PROVIDER_ACCOUNT } from "../domain/ledger.ts";

/** GET /payouts/statements/{month}: sums over the part of the caller's chain that was booked in the month. */
export const getStatementAction = ({ ledger, payouts, clock }: Pick<Deps, "ledger" | "payouts" | "clock">) =>
  implement(getStatement, async (ctx) => {
    const { userId } = ctx.caller;
    const { month } = ctx.params;
    const { from, to } = utcMonth(month);
    const account = accountOf(userId, "CREATOR");
    const [standing, before, last, underWay] = await Promise.all([
      ctx.call(getPayoutStanding, { userId }),
      ledger.lastBefore(account, from),
      ledger.lastBefore(account, to),
      payouts.sumUnderWay(userId, from),
    ]);
    if (!standing) throw new AppError("payout.error.not_creator");
    const sumOf = await ledger.sumsBetween(account, before?.sequence ?? 0, last?.sequence ?? 0);
    const opening = (before?.balanceAfter ?? 0n) + underWay;
    const gross = -sumOf("RELEASE", ESCROW_ACCOUNT);
    const commission = sumOf("RELEASE", FEES_ACCOUNT);
    const reversed = -sumOf("EARNING_REVERSAL", account);
    const adjusted = -sumOf("ADJUSTMENT", ADJUSTMENTS_ACCOUNT);
    const paidOut = sumOf("PAYOUT_SETTLEMENT", PROVIDER_ACCOUNT);
    return {
      number: to <= clock.now() ? `M-${month}-${standing.creatorId.slice(-8)}` : null,
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
