import type { ServiceSchema } from "moleculer";
import type { DurableParts } from "#libs/events/durable-middleware.ts";
import type { JobParts } from "#libs/jobs/jobs-middleware.ts";
import { ensureIndexes } from "#libs/mongo/connect.ts";
import type { DataSubject, PersonalDataParts } from "#libs/personal-data/personal-data.ts";
import { personalDataActions } from "#libs/personal-data/personal-data-actions.ts";
import type { Runtime } from "#libs/runtime/runtime.ts";
import { appealModerationAction } from "./actions/appeal-moderation.ts";
import { blockUserAction } from "./actions/block-user.ts";
import { createModerationRuleAction } from "./actions/create-moderation-rule.ts";
import { decideAppealAction } from "./actions/decide-appeal.ts";
import { decideModerationAction } from "./actions/decide-moderation.ts";
import { getMessageAction } from "./actions/get-message.ts";
import { getModeratedMessageAction } from "./actions/get-moderated-message.ts";
import { getStatementOfReasonsAction } from "./actions/get-statement-of-reasons.ts";
import { listAppealsAction } from "./actions/list-appeals.ts";
import { listBlocksAction } from "./actions/list-blocks.ts";
import { listChatSessionsAction } from "./actions/list-chat-sessions.ts";
import { listInboxAction } from "./actions/list-inbox.ts";
import { listModerationQueueAction } from "./actions/list-moderation-queue.ts";
import { listModerationRulesAction } from "./actions/list-moderation-rules.ts";
import { listReportsAction } from "./actions/list-reports.ts";
import { quoteMessageAction } from "./actions/quote-message.ts";
import { rejectMessageAction } from "./actions/reject-message.ts";
import { replyToMessageAction } from "./actions/reply-to-message.ts";
import { reportMessageAction } from "./actions/report-message.ts";
import { resolveReportAction } from "./actions/resolve-report.ts";
import { sendMessageAction } from "./actions/send-message.ts";
import { unblockUserAction } from "./actions/unblock-user.ts";
import { updateModerationRuleAction } from "./actions/update-moderation-rule.ts";
import { liveDeps } from "./deps.ts";
import { onCreatorStatusChanged } from "./events/on-creator-status-changed.ts";
import { onUserChanged } from "./events/on-user-changed.ts";
import { messagingJobs } from "./jobs.ts";
import { messagingPersonalData } from "./personal-data.ts";
import { settleDeparture } from "./settle-departure.ts";

/** Direct messages between fans and creators: spec 2.6, 3.4, 4.10. */
export function messagingService(runtime: Runtime): ServiceSchema & DurableParts & JobParts & PersonalDataParts {
  const deps = liveDeps(runtime);
  const connection = runtime.database("messaging");
  const settle = (subject: DataSubject) => settleDeparture(deps, subject);
  const personalData = messagingPersonalData({ connection, texts: deps.texts, settle });
  return {
    name: "messaging",
    personalData,
    actions: {
      ...personalDataActions("messaging", { connection, clock: runtime.clock }, personalData),
      sendMessage: sendMessageAction(deps),
      quoteMessage: quoteMessageAction(deps),
      listInbox: listInboxAction(deps),
      getMessage: getMessageAction(deps),
      replyToMessage: replyToMessageAction(deps),
      rejectMessage: rejectMessageAction(deps),
      listChatSessions: listChatSessionsAction(deps),
      blockUser: blockUserAction(deps),
      unblockUser: unblockUserAction(deps),
      listBlocks: listBlocksAction(deps),
      listModerationRules: listModerationRulesAction(deps),
      createModerationRule: createModerationRuleAction(deps),
      updateModerationRule: updateModerationRuleAction(deps),
      decideModeration: decideModerationAction(deps),
      getStatementOfReasons: getStatementOfReasonsAction(deps),
      listModerationQueue: listModerationQueueAction(deps),
      getModeratedMessage: getModeratedMessageAction(deps),
      appealModeration: appealModerationAction(deps),
      listAppeals: listAppealsAction(deps),
      decideAppeal: decideAppealAction(deps),
      reportMessage: reportMessageAction(deps),
      listReports: listReportsAction(deps),
      resolveReport: resolveReportAction(deps),
    },
    durable: [onUserChanged(deps), onCreatorStatusChanged(deps)],
    outbox: deps.outbox,
    jobs: messagingJobs(deps),
    async started() {
      await ensureIndexes(connection);
      await deps.rules.prepareCount();
    },
  };
}
