import { payoutProcessed } from "#libs/contracts/payouts.ts";
import { dataOf } from "../domain/notice.ts";
import { notices } from "./notify.ts";

/** Tells the creator that a payout was paid, or failed (spec 6.1). Why it failed is for the staff. */
export const onPayoutProcessed = notices(payoutProcessed, ({ payoutId, userId, amount, currency, status }) => [
  { userId, eventKey: "payout_processed", data: dataOf({ payoutId, amount, currency, status, deepLink: "/payouts" }) },
]);
