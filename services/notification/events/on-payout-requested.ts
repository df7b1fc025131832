import { payoutRequested } from "#libs/contracts/wallet/payouts.ts";
import { noticeData } from "../domain/notice.ts";
import { notifyOn } from "./notify-on.ts";

/** Notifies the creator of each request, so that one by another person is noticed in time. */
export const onPayoutRequested = notifyOn(payoutRequested, ({ payoutId, userId, amount, currency }) => [
  { userId, eventKey: "payout_requested", data: noticeData({ payoutId, amount, currency, deepLink: "/payouts" }) },
]);
