import { payoutProcessed } from "#libs/contracts/wallet/payouts.ts";
import { noticeData } from "../domain/notice.ts";
import { notifyOn } from "./notify-on.ts";

/** Notifies the creator that a payout was paid or has failed (spec 6.1), without the reason of a failure: that is for the staff. */
export const onPayoutProcessed = notifyOn(payoutProcessed, ({ payoutId, userId, amount, currency, status }) => [
  {
    userId,
    eventKey: status === "PAID" ? "payout_processed" : "payout_failed",
    data: noticeData({ payoutId, amount, currency, status, deepLink: "/payouts" }),
  },
]);
