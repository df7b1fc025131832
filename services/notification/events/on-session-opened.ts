import { sessionOpened } from "#libs/contracts/account/index.ts";
import { noticeData } from "../domain/notice.ts";
import { notifyOn } from "./notify-on.ts";

/** Warns a user of a sign-in on a new device. */
export const onSessionOpened = notifyOn(sessionOpened, ({ userId }) => [
  { userId, eventKey: "security_new_login", data: noticeData({ deepLink: "/settings/security" }) },
]);
