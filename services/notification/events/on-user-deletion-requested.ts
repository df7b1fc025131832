import { userDeletionRequested } from "#libs/contracts/account/index.ts";
import { noticeData } from "../domain/notice.ts";
import { notifyOn } from "./notify-on.ts";

/** Notifies a user of the date of the deletion, so that a request by an intruder can be cancelled in time. */
export const onUserDeletionRequested = notifyOn(userDeletionRequested, ({ userId, scheduledAt }) => [
  { userId, eventKey: "account_deletion_scheduled", data: noticeData({ scheduledAt }) },
]);
