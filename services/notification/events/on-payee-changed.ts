import { payeeChanged } from "#libs/contracts/wallet/payees.ts";
import { noticeData } from "../domain/notice.ts";
import { notifyOn } from "./notify-on.ts";

/** Tells a creator who could be paid that the payment provider misses something. */
export const onPayeeChanged = notifyOn(payeeChanged, ({ userId, from, status }) =>
  status === "RESTRICTED" && from !== "RESTRICTED"
    ? [{ userId, eventKey: "payee_action_required", data: noticeData({ deepLink: "/payouts" }) }]
    : [],
);
