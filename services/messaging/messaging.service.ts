import { getUserSummaries } from "#libs/contracts/account/index.ts";
import { getDmSettings, getPayoutStanding } from "#libs/contracts/creator/index.ts";
import { recounts } from "#libs/platform/derived-totals/recount.model.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import { defineService, type PlatformServiceSchema } from "#libs/platform/service/define-service.ts";
import { loadable } from "#libs/platform/service/loadable.ts";
import { messages } from "./data/message.model.ts";
import { type Deps, liveDeps } from "./deps.ts";
import { messagingJobs } from "./jobs.ts";
import { blockUserAction } from "./messages/actions/block-user.ts";
import { closeOpenMessagesAction } from "./messages/actions/close-open-messages.ts";
import { getMessageAction } from "./messages/actions/get-message.ts";
import { listBlocksAction } from "./messages/actions/list-blocks.ts";
import { listChatSessionsAction } from "./messages/actions/list-chat-sessions.ts";
import { listEarningsAction } from "./messages/actions/list-earnings.ts";
import { listInboxAction } from "./messages/actions/list-inbox.ts";
import { quoteMessageAction } from "./messages/actions/quote-message.ts";
import { rejectMessageAction } from "./messages/actions/reject-message.ts";
import { replyToMessageAction } from "./messages/actions/reply-to-message.ts";
import { sendMessageAction } from "./messages/actions/send-message.ts";
import { unblockUserAction } from "./messages/actions/unblock-user.ts";
import { blockLists } from "./messages/data/block-list.store.ts";
import { chatSessions } from "./messages/data/chat-session.model.ts";
import { closings } from "./messages/data/closing.store.ts";
import { messageLists } from "./messages/data/message-list.model.ts";
import { statusLogs } from "./messages/data/status-log.store.ts";
import { textGuards } from "./messages/data/text-guard.store.ts";
import { userCards } from "./messages/data/user-card.store.ts";
import { closeMessagesOfLeavingUser } from "./messages/ending/close-messages.ts";
import { onChargebackClosed } from "./messages/events/on-chargeback-closed.ts";
import { onChargebackOpened } from "./messages/events/on-chargeback-opened.ts";
import { onCreatorStatusChanged } from "./messages/events/on-creator-status-changed.ts";
import { onUserChanged } from "./messages/events/on-user-changed.ts";
import { appealModerationAction } from "./moderation/actions/appeal-moderation.ts";
import { decideAppealAction } from "./moderation/actions/decide-appeal.ts";
import { decideModerationAction } from "./moderation/actions/decide-moderation.ts";
import { findObjectAction } from "./moderation/actions/find-object.ts";
import { getBacklogAction } from "./moderation/actions/get-backlog.ts";
import { getModeratedMessageAction } from "./moderation/actions/get-moderated-message.ts";
import { getStatementOfReasonsAction } from "./moderation/actions/get-statement-of-reasons.ts";
import { listAppealsAction } from "./moderation/actions/list-appeals.ts";
import { listModerationQueueAction } from "./moderation/actions/list-moderation-queue.ts";
import { listReportsAction } from "./moderation/actions/list-reports.ts";
import { reportMessageAction } from "./moderation/actions/report-message.ts";
import { resolveReportAction } from "./moderation/actions/resolve-report.ts";
import { moderationAppeals } from "./moderation/data/appeal.model.ts";
import { messageReports } from "./moderation/data/report.model.ts";
import { messagingPersonalData } from "./personal-data.ts";
import { createModerationRuleAction } from "./rules/actions/create-moderation-rule.ts";
import { listModerationRulesAction } from "./rules/actions/list-moderation-rules.ts";
import { updateModerationRuleAction } from "./rules/actions/update-moderation-rule.ts";
import { moderationRules } from "./rules/data/moderation-rule.model.ts";
import { ruleSnapshots } from "./rules/data/rule-snapshot.store.ts";
import { statementsOfReasons } from "./rules/data/statement.store.ts";
import { ledgerTransactions } from "./wallet/data/ledger.model.ts";

/** Direct messages between fans and creators, and their moderation (spec 2.6, 3.4, 4.10, 6). */
export function messagingService(runtime: Runtime): PlatformServiceSchema {
  const deps = liveDeps(runtime);
  return defineService(deps, {
    actions: {
      ...messageActions(deps),
      ...ruleActions(deps),
      ...moderationActions(deps),
    },
    calls: [getUserSummaries, getDmSettings, getPayoutStanding],
    consumes: [onUserChanged(deps), onCreatorStatusChanged(deps), onChargebackOpened(deps), onChargebackClosed(deps)],
    jobs: messagingJobs(deps),
    figures: ["messagesSent", "escrowOverdue", "derivedTotalDrift"],
    collections: [
      ...[messages, messageLists, recounts, chatSessions, blockLists, statusLogs, textGuards, userCards, closings],
      ...[moderationRules, ruleSnapshots, statementsOfReasons],
      ...[moderationAppeals, messageReports],
    ],
    ledger: ledgerTransactions,
    personalData: messagingPersonalData(deps.database, deps.texts, ({ userId }) => closeMessagesOfLeavingUser(deps, userId)),
    prepare: () => deps.rules.count.prepare(),
  });
}

export default loadable(messagingService);

const messageActions = (deps: Deps) => ({
  sendMessage: sendMessageAction(deps),
  quoteMessage: quoteMessageAction(deps),
  listInbox: listInboxAction(deps),
  getMessage: getMessageAction(deps),
  replyToMessage: replyToMessageAction(deps),
  rejectMessage: rejectMessageAction(deps),
  listChatSessions: listChatSessionsAction(deps),
  listEarnings: listEarningsAction(deps),
  closeOpenMessages: closeOpenMessagesAction(deps),
  blockUser: blockUserAction(deps),
  unblockUser: unblockUserAction(deps),
  listBlocks: listBlocksAction(deps),
});

const ruleActions = (deps: Deps) => ({
  listModerationRules: listModerationRulesAction(deps),
  createModerationRule: createModerationRuleAction(deps),
  updateModerationRule: updateModerationRuleAction(deps),
});

const moderationActions = (deps: Deps) => ({
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
  getBacklog: getBacklogAction(deps),
  findObject: findObjectAction(deps),
});
