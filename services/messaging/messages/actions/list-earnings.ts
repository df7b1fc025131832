import { implement } from "#libs/contract-kit/implement.ts";
import { getPayoutStanding } from "#libs/contracts/creator/index.ts";
import { listEarnings } from "#libs/contracts/messaging/earnings.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { utcMonth } from "#libs/kernel/clock.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { Cut } from "../../wallet/ledger/list-entries.ts";
import type { MessagesDeps } from "../deps.ts";
import { getUserCards, nameIn } from "../user-cards.ts";

type EarningsDeps = Pick<MessagesDeps, "earnings" | "messages" | "userCards" | "logger">;

/** GET /payouts/statements/{month}/entries */
export const listEarningsAction = (deps: EarningsDeps) =>
  implement(listEarnings, async (ctx) => {
    const { month, limit, cursor } = ctx.params;
    const { cut, page } = cursor === undefined ? { cut: null, page: ctx.params.page } : placeOf(cursor);
    const { userId } = ctx.caller;
    if (!(await ctx.call(getPayoutStanding, { userId }))) throw new AppError("payout.error.not_creator");
    const { rows, total, cut: listed } = await deps.earnings.list(userId, utcMonth(month), { page, limit }, cut);
    const [messages, cardOf] = await Promise.all([
      deps.messages.findByIds(distinct(rows.map(({ messageId }) => messageId))),
      getUserCards(ctx, deps, distinct(rows.map(({ fanId }) => fanId))),
    ]);
    const messageById = new Map(messages.map((message) => [message._id, message]));
    const items = rows.map(({ fanId, at, gross, commission, net, reversed, ...entry }) => {
      const message = messageById.get(entry.messageId ?? "");
      return {
        ...entry,
        at: at.toISOString(),
        sessionId: message?.sessionId ?? null,
        fanName: fanId === null ? null : nameIn(cardOf(fanId)),
        heldUntil: (entry.kind === "HOLD" && message?.expiresAt.toISOString()) || null,
        gross: formatMoney(gross),
        commission: formatMoney(commission),
        net: formatMoney(net),
        reversed: formatMoney(reversed),
        currency: CURRENCY,
      };
    });
    const nextCursor = page * limit < total ? `${listed.at.getTime()}.${listed.sequence}.${page + 1}` : null;
    return { ...pageOf(items, total, { page, limit }), nextCursor };
  });

function placeOf(cursor: string): { readonly cut: Cut; readonly page: number } {
  const [at = 0, sequence = 0, page = 1] = cursor.split(".").map(Number);
  return { cut: { at: new Date(at), sequence }, page };
}

const distinct = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))];
