import { moderationAppealDecided } from "#libs/contracts/messaging/moderation-appeals.ts";
import { moderationReportResolved } from "#libs/contracts/messaging/moderation-reports.ts";
import { chatLink, noticeData } from "../domain/notice.ts";
import { notifyOn } from "./notify-on.ts";

/** Notifies the user who appealed of the decision. */
export const onModerationAppealDecided = notifyOn(moderationAppealDecided, ({ appealId, messageId, sessionId, senderId, decision }) => [
  {
    userId: senderId,
    eventKey: "moderation_appeal_decided",
    data: noticeData({ appealId, messageId, decision, deepLink: chatLink(sessionId) }),
  },
]);

/** Notifies the reporter that the report was reviewed, without the resolution: it is a decision about another user. */
export const onModerationReportResolved = notifyOn(moderationReportResolved, ({ reportId, messageId, reporterId }) => [
  { userId: reporterId, eventKey: "report_resolved", data: noticeData({ reportId, messageId }) },
]);
