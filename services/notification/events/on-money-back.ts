import { pathOf } from "#libs/contracts/console-pages.ts";
import {
  chargebackClosed,
  chargebackOpened,
  chargebackReported,
  earningsHeld,
  earningsReversed,
} from "#libs/contracts/wallet/chargebacks.ts";
import { walletRefunded } from "#libs/contracts/wallet/refunds.ts";
import { topUpChanged } from "#libs/contracts/wallet/top-ups.ts";
import { noticeData } from "../domain/notice.ts";
import { notifyOn } from "./notify-on.ts";

const WALLET = "/wallet";
const EARNINGS = "/payouts";

/** Tells the payer that a payment is not in the wallet, and why. */
export const onTopUpChanged = notifyOn(topUpChanged, ({ topupId, userId, status }) => [
  {
    userId,
    eventKey: status === "REVIEW" ? "topup_review" : "topup_returned",
    data: noticeData({ topupId, deepLink: `${WALLET}/topups/${topupId}` }),
  },
]);

/** Tells the fan that money could not go back to its source. One that went is shown in the wallet. */
export const onWalletRefunded = notifyOn(walletRefunded, ({ refundId, userId, amount, currency, status }) =>
  status === "FAILED" ? [{ userId, eventKey: "refund_failed", data: noticeData({ refundId, amount, currency, deepLink: WALLET }) }] : [],
);

/** Tells the fan that a payment is disputed, and what follows from that. */
export const onChargebackOpened = notifyOn(chargebackOpened, ({ chargebackId, userId, amount, currency }) => [
  { userId, eventKey: "chargeback_opened", data: noticeData({ chargebackId, amount, currency, deepLink: WALLET }) },
]);

/** Tells finance staff that a payment is disputed. */
export const onChargebackReported = notifyOn(chargebackReported, ({ chargebackId, amount, currency, userIds }) =>
  userIds.map((userId) => ({
    userId,
    eventKey: "chargeback_opened",
    data: noticeData({ chargebackId, amount, currency, role: "STAFF", deepLink: pathOf("CHARGEBACK", chargebackId) }),
  })),
);

/** Tells the fan how a dispute has ended. */
export const onChargebackClosed = notifyOn(chargebackClosed, ({ chargebackId, userId, amount, currency, status }) => [
  { userId, eventKey: "chargeback_resolved", data: noticeData({ chargebackId, amount, currency, status, deepLink: WALLET }) },
]);

/** Tells the creator that earnings cannot be paid out yet. */
export const onEarningsHeld = notifyOn(earningsHeld, ({ messageId, creatorUserId: userId, amount, currency, cause }) => [
  { userId, eventKey: "earnings_on_hold", data: noticeData({ messageId, amount, currency, cause, deepLink: EARNINGS }) },
]);

/** Tells the creator that earnings went back to the fan. */
export const onEarningsReversed = notifyOn(earningsReversed, ({ messageId, creatorUserId: userId, net, currency }) => [
  { userId, eventKey: "earnings_reversed", data: noticeData({ messageId, amount: net, currency, deepLink: EARNINGS }) },
]);
