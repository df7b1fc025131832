import { moderationAppealDecided } from "#libs/contracts/moderation-appeals.ts";
import { moderationReportResolved } from "#libs/contracts/moderation-reports.ts";
import { dataOf, deepLinkOf } from "../domain/notice.ts";
import { notices } from "./notify.ts";

/** Tells who appealed what came of it. */
export const onModerationAppealDecided = notices(moderationAppealDecided, ({ appealId, messageId, sessionId, senderId, decision }) => [
  {
    userId: senderId,
    eventKey: "moderation_appeal_decided",
    data: dataOf({ appealId, messageId, decision, deepLink: deepLinkOf(sessionId) }),
  },
]);

/** Tells who reported a message that it was looked at; what was decided about others is not for everybody. */
export const onModerationReportResolved = notices(moderationReportResolved, ({ reportId, messageId, reporterId }) => [
  { userId: reporterId, eventKey: "report_resolved", data: dataOf({ reportId, messageId }) },
]);
