import type { Collections } from "#libs/platform/mongo/collection.ts";
import type { DataSubject, PersonalData, PersonalRows } from "#libs/platform/personal-data/personal-data.ts";
import { anonymized, erased, fields, retained } from "#libs/platform/personal-data/rows.ts";
import { anonymizedFacts, auditTrail, IMPERSONAL } from "#libs/platform/personal-data/shared-collections.ts";
import { type BlockDoc, blockLists } from "./messages/data/block-list.store.ts";
import { chatSessions } from "./messages/data/chat-session.model.ts";
import { type MessageDoc, messages } from "./messages/data/message.model.ts";
import { messageLists } from "./messages/data/message-list.model.ts";
import { ERASED_TEXT, type MessageTexts } from "./messages/data/message-text.ts";
import { type StatusLogDoc, statusLogs } from "./messages/data/status-log.store.ts";
import { type UserCardDoc, userCards } from "./messages/data/user-card.store.ts";
import type { ChatSession } from "./messages/domain/chat-session.ts";
import type { Actor } from "./messages/domain/message.ts";
import { type AppealDoc, moderationAppeals } from "./moderation/data/appeal.model.ts";
import { messageReports, type ReportDoc } from "./moderation/data/report.model.ts";
import { type StatementDoc, statementsOfReasons } from "./rules/data/statement.store.ts";
import { moneyRows } from "./wallet/personal-data.ts";

/** These actors write reasons on their own behalf, not for the platform. */
const PARTIES: Actor[] = ["FAN", "CREATOR"];

/** Higher than the version of any event, so that a late event cannot restore a name. */
const LAST_VERSION = Number.MAX_SAFE_INTEGER;

/**
 * The personal data of messaging and wallet, and its treatment when an account is deleted. Open messages are closed first: `closeMessages`
 * returns false while there are more.
 */
export function messagingPersonalData(
  database: Collections,
  texts: MessageTexts,
  closeMessages: (subject: DataSubject) => Promise<boolean>,
): PersonalData {
  return {
    beforeErasure: closeMessages,
    rows: [
      ...textRows(database, texts),
      ...reasonRows(database),
      ...relationRows(database),
      ...moderationRows(database),
      ...moneyRows(database),
      auditTrail(database),
    ],
    impersonal: {
      ...IMPERSONAL,
      message_rule_snapshots: "terms of messages",
      moderation_rules: "settings of the platform",
      text_guards: "keyed hashes, for two days",
      closings: "work list of user ids",
      payment_events: "ids of objects at a provider",
      payment_cursors: "places in lists of a provider",
      sandbox_payments: "test payments, by ids only",
    },
  };
}

/** The texts of messages and replies. The other party keeps the message, without the text. */
function textRows(database: Collections, texts: MessageTexts): readonly PersonalRows[] {
  const rows = database.collection(messages);
  const notErased = { $ne: ERASED_TEXT };
  return [
    anonymized(
      rows,
      ({ userId }) => ({ senderId: userId, content: notErased }),
      { $set: { content: ERASED_TEXT, searchContent: null, requestHash: "" }, $unset: { idempotencyKey: 1 } },
      (row) => ({ ...termsOf(row), content: texts.openContent(row) }),
    ),
    anonymized(
      rows,
      ({ userId }) => ({ receiverId: userId, "reply.content": { $exists: true, ...notErased } }),
      { $set: { "reply.content": ERASED_TEXT }, $unset: { "reply.idempotencyKey": 1 } },
      (row) => ({ ...termsOf(row), reply: { content: texts.openReply(row), sentAt: row.reply?.sentAt } }),
    ),
  ];
}

function termsOf({ _id, sessionId, senderId, receiverId, dmType, priceSnapshot, currency, status, sentAt, expiresAt }: MessageDoc) {
  return { messageId: _id, sessionId, senderId, receiverId, dmType, priceSnapshot, currency, status, sentAt, expiresAt };
}

/** A party's reason is erased. A moderator's reason belongs to the platform and to its addressee: it stays, without the moderator's id. */
function reasonRows(database: Collections): readonly PersonalRows[] {
  const log = database.collection(statusLogs);
  const reason = { $type: "string" } as const;
  const shown = ({ messageId, to, reason, at }: StatusLogDoc) => ({ messageId, to, reason, at });
  return [
    anonymized(log, ({ userId }) => ({ actorId: userId, actor: { $in: PARTIES }, reason }), { $set: { reason: null } }, shown),
    anonymized(log, ({ userId }) => ({ actorId: userId, actor: { $nin: PARTIES }, reason }), { $set: { actorId: null } }, shown),
  ];
}

function relationRows(database: Collections): readonly PersonalRows[] {
  const blocks = database.collection(blockLists);
  return [
    erased(blocks, ({ userId }) => ({ ownerId: userId }), fields<BlockDoc>("blockedId", "createdAt")),
    erased(database.collection(messageLists), ({ userId }) => ({ userId })),
    // Left out of exports: users do not learn who has blocked them.
    erased(blocks, ({ userId }) => ({ blockedId: userId })),
    anonymized(
      database.collection(userCards),
      ({ userId }) => ({ _id: userId, version: { $lt: LAST_VERSION } }),
      { $set: { username: null, displayName: null, avatarUrl: null, version: LAST_VERSION } },
      fields<UserCardDoc>("username", "displayName", "avatarUrl"),
    ),
    anonymizedFacts(
      database,
      ["senderId", "senderName"],
      ["receiverId", "creatorName"],
      ["receiverId", "reason", { "payload.rejectedBy": "CREATOR" }],
    ),
    retained(
      database.collection(chatSessions),
      "RIGHTS_OF_OTHERS",
      ({ userId }) => ({ visibleTo: userId }),
      fields<ChatSession>("lastMessageAt", "createdAt"),
    ),
  ];
}

/** Appeals, reports and statements stay as records of moderation, without the words of their author. */
function moderationRows(database: Collections): readonly PersonalRows[] {
  const appeals = database.collection(moderationAppeals);
  const reports = database.collection(messageReports);
  return [
    anonymized(appeals, ({ userId }) => ({ senderId: userId, reason: { $ne: "" } }), { $set: { reason: "" } }),
    retained(
      appeals,
      "MODERATION_DUTY",
      ({ userId }) => ({ senderId: userId }),
      fields<AppealDoc>("messageId", "reason", "status", "createdAt", "decidedAt", "decisionReason"),
    ),
    anonymized(reports, ({ userId }) => ({ reporterId: userId, comment: { $type: "string" } }), { $set: { comment: null } }),
    retained(
      reports,
      "MODERATION_DUTY",
      ({ userId }) => ({ reporterId: userId }),
      fields<ReportDoc>("messageId", "category", "comment", "status", "createdAt", "resolution", "resolvedAt"),
    ),
    retained(
      database.collection(statementsOfReasons),
      "MODERATION_DUTY",
      ({ userId }) => ({ senderId: userId }),
      fields<StatementDoc>("messageId", "decision", "category", "ground", "facts", "issuedAt"),
    ),
  ];
}
