import { ticketAnswered } from "#libs/contracts/content/support.ts";
import { noticeData } from "../domain/notice.ts";
import { notifyOn } from "./notify-on.ts";

/** Notifies the user who opened a ticket of each answer, without its text. */
export const onTicketAnswered = notifyOn(ticketAnswered, ({ ticketId, userId }) => [
  { userId, eventKey: "support_answered", data: noticeData({ ticketId, deepLink: `/support/${ticketId}` }) },
]);
