import { userDeletionCancelled } from "#libs/contracts/account/index.ts";
import { noticeData } from "../domain/notice.ts";
import { notifyOn } from "./notify-on.ts";

/** Tells a user that the account stays: a thief with the token of an ended session can cancel a deletion too. */
export const onUserDeletionCancelled = notifyOn(userDeletionCancelled, ({ userId }) => [
  { userId, eventKey: "account_deletion_cancelled", data: noticeData({ deepLink: "/settings/security" }) },
]);
