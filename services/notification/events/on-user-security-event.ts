import { userSecurityEvent } from "#libs/contracts/account/index.ts";
import { noticeData } from "../domain/notice.ts";
import { notifyOn } from "./notify-on.ts";

/** Tells the user what has changed; the mails about it are the account's. */
export const onUserSecurityEvent = notifyOn(userSecurityEvent, ({ userId, kind }) => [
  { userId, eventKey: "security_changed", data: noticeData({ kind, deepLink: "/settings/security" }) },
]);
