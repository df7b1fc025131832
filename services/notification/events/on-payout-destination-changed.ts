import { payoutDestinationChanged } from "#libs/contracts/wallet/payout-destinations.ts";
import { noticeData } from "../domain/notice.ts";
import { notifyOn } from "./notify-on.ts";

/** Notifies the user that payouts go somewhere else, while none is sent yet. */
export const onPayoutDestinationChanged = notifyOn(payoutDestinationChanged, ({ userId }) => [
  { userId, eventKey: "payout_destination_changed", data: noticeData({ deepLink: "/payouts" }) },
]);
