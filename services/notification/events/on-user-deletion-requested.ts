import { userDeletionRequested } from "#libs/contracts/account.ts";
import { dataOf } from "../domain/notice.ts";
import { notices } from "./notify.ts";

/** Tells a user when the account will be deleted, so that somebody else's doing can be undone in time. */
export const onUserDeletionRequested = notices(userDeletionRequested, ({ userId, scheduledAt }) => [
  { userId, eventKey: "account_deletion_scheduled", data: dataOf({ scheduledAt }) },
]);
