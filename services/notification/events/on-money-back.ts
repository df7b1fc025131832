import { pathOf } from "#libs/contracts/console-pages.ts";
import { walletAdjusted } from "#libs/contracts/wallet/adjustments.ts";
import {
  chargebackClosed,
  chargebackOpened,
  chargebackReported,
  chargebackWrittenOff,
  earningsHeld,
  earningsReversed,
} from "#libs/contracts/wallet/chargebacks.ts";
import { walletRefunded } from "#libs/contracts/wallet/refunds.ts";
import { topUpChanged } from "#libs/contracts/wallet/top-ups.ts";
import { parseMoney } from "#libs/kernel/money.ts";
import { type Notice, noticeData } from "../domain/notice.ts";
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

/** Tells the fan that money could not go back to its source, or that staff sent it there. What the fan has sent is shown in the wallet. */
export const onWalletRefunded = notifyOn(walletRefunded, ({ refundId, userId, amount, currency, status, byStaff = false }) =>
  status === "FAILED" || byStaff
    ? [
        {
          userId,
          eventKey: status === "FAILED" ? "refund_failed" : "refund_sent",
          data: noticeData({ refundId, amount, currency, deepLink: WALLET }),
        },
      ]
    : [],
);

/** Tells the owner of a wallet that staff corrected it. */
export const onWalletAdjusted = notifyOn(walletAdjusted, ({ adjustmentId, userId, kind, amount: signed, currency }) => {
  const direction = signed.startsWith("-") ? "OUT" : "IN";
  const deepLink = kind === "CREATOR" ? EARNINGS : WALLET;
  const data = noticeData({ adjustmentId, amount: signed.replace("-", ""), currency, direction, deepLink });
  return [{ userId, eventKey: "wallet_corrected", data }];
});

/** Tells the fan that a debt is forgiven. */
export const onChargebackWrittenOff = notifyOn(chargebackWrittenOff, ({ chargebackId, userId, amount, currency }) => [
  { userId, eventKey: "debt_written_off", data: noticeData({ chargebackId, amount, currency, deepLink: WALLET }) },
]);

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

/**
 * Tells the creator that earnings went back to the fan, and the fan what staff have put into the wallet. After a dispute the fan has the
 * money from the bank.
 */
export const onEarningsReversed = notifyOn(earningsReversed, (fact) => {
  const { messageId, creatorUserId, fanId, amount, net, credited = amount, currency, cause } = fact;
  const taken = noticeData({ messageId, amount: net, currency, deepLink: EARNINGS });
  const given = noticeData({ messageId, amount: credited, currency, deepLink: WALLET });
  const notices: Notice[] = [{ userId: creatorUserId, eventKey: "earnings_reversed", data: taken }];
  if (cause === "STAFF" && parseMoney(credited) > 0n) notices.push({ userId: fanId, eventKey: "price_given_back", data: given });
  return notices;
});
