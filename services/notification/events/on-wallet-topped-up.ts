import { walletToppedUp } from "#libs/contracts/wallet/index.ts";
import { noticeData } from "../domain/notice.ts";
import { notifyOn } from "./notify-on.ts";

/** Confirms a payment to the fan. */
export const onWalletToppedUp = notifyOn(walletToppedUp, ({ topupId, userId, amount, currency }) => [
  { userId, eventKey: "wallet_topped_up", data: noticeData({ topupId, amount, currency, deepLink: "/wallet" }) },
]);
