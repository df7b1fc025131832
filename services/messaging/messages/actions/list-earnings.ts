import { implement } from "#libs/contract-kit/implement.ts";
import { getPayoutStanding } from "#libs/contracts/creator/index.ts";
import { listEarnings } from "#libs/contracts/messaging/earnings.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { utcMonth } from "#libs/kernel/clock.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import { splitPrice } from "../../wallet/domain/ledger.ts";
import type { MessagesDeps } from "../deps.ts";
import { getUserCards, nameIn } from "../user-cards.ts";

type EarningsDeps = Pick<MessagesDeps, "earnings" | "messages" | "userCards" | "logger" | "clock">;

/** GET /payouts/statements/{month}/entries */
export const listEarningsAction = (deps: EarningsDeps) =>
  implement(listEarnings, async (ctx) => {
    const { month, page, limit } = ctx.params;
    const { userId } = ctx.caller;
    if (!(await ctx.call(getPayoutStanding, { userId }))) throw new AppError("payout.error.not_creator");
    const { rows, total } = await deps.earnings.listOfCreator(userId, { ...utcMonth(month), now: deps.clock.now() }, { page, limit });
    const [messages, cardOf] = await Promise.all([
      deps.messages.findByIds(rows.map(({ messageId }) => messageId)),
      getUserCards(ctx, deps, [...new Set(rows.map(({ fanId }) => fanId))]),
    ]);
    const messageById = new Map(messages.map((message) => [message._id, message]));
    const items = rows.map(({ messageId, fanId, status, heldAt, resolvedAt, amount, commissionRate }) => {
      const { net, commission } = splitPrice(amount, commissionRate);
      const message = messageById.get(messageId);
      return {
        messageId,
        sessionId: message?.sessionId ?? null,
        at: (resolvedAt ?? heldAt).toISOString(),
        fanName: nameIn(cardOf(fanId)),
        status,
        heldUntil: (status === "HELD" && message?.expiresAt.toISOString()) || null,
        gross: formatMoney(amount),
        commission: formatMoney(commission),
        net: formatMoney(net),
        currency: CURRENCY,
      };
    });
    return pageOf(items, total, { page, limit });
  });
