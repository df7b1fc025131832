import { walletClosing } from "#libs/contracts/wallet/leaving.ts";
import { formatMoney, parseMoney } from "#libs/kernel/money.ts";
import { noticeData } from "../domain/notice.ts";
import { notifyOn } from "./notify-on.ts";

/** Tells a user who has asked for the deletion what money there still is, and where each sum goes. Payouts under way go on. */
export const onWalletClosing = notifyOn(walletClosing, ({ userId, scheduledAt, currency, balance, held, earnings }) => {
  const left = [balance, held, earnings].map((sum) => (sum.startsWith("-") ? 0n : parseMoney(sum))).reduce((sum, part) => sum + part, 0n);
  const amount = left === 0n ? {} : { amount: formatMoney(left), currency };
  return [{ userId, eventKey: "closing_money", data: noticeData({ ...amount, scheduledAt, deepLink: "/settings/privacy" }) }];
});
