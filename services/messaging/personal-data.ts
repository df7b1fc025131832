import type { Connection } from "mongoose";
import type { DataSubject, PersonalData, PersonalRows } from "#libs/personal-data/personal-data.ts";
import { anonymised, erased, fields, retained } from "#libs/personal-data/rows.ts";
import { auditTrail, IMPERSONAL, namesInFacts } from "#libs/personal-data/shared-collections.ts";
import { type AppealDoc, appealModel } from "./data/appeal.store.ts";
import { type BlockDoc, blockListModel } from "./data/block-list.model.ts";
import { type ChatSessionDoc, chatSessionModel } from "./data/chat-session.model.ts";
import { type MessageDoc, messageModel } from "./data/message.model.ts";
import { ERASED_TEXT, type MessageTexts } from "./data/message-text.ts";
import { type ReportDoc, reportModel } from "./data/report.store.ts";
import { type StatementDoc, statementModel } from "./data/statement.store.ts";
import { type StatusLogDoc, statusLogModel } from "./data/status-log.store.ts";
import { type UserCardDoc, userCardModel } from "./data/user-card.store.ts";
import type { Actor } from "./domain/message.ts";
import { moneyRows } from "./wallet/personal-data.ts";

/** Who acts in a conversation as a person. */
const PARTIES: Actor[] = ["FAN", "CREATOR"];

/** Later than any event: nothing brings a name back. */
const FOR_EVER = Number.MAX_SAFE_INTEGER;

interface MessagingParts {
  readonly connection: Connection;
  readonly texts: MessageTexts;
  /** Ends what is open between a leaving user and others; false while there is more. */
  readonly settle: (subject: DataSubject) => Promise<boolean>;
}

/** What messaging and wallet know about people, and what becomes of it when their account is deleted. */
export function messagingPersonalData({ connection, texts, settle }: MessagingParts): PersonalData {
  return {
    settle,
    rows: [...textRows(connection, texts), ...relationRows(connection), ...moneyRows(connection), auditTrail(connection)],
    impersonal: {
      ...IMPERSONAL,
      message_rule_snapshots: "terms of messages",
      moderation_rules: "settings of the platform",
      text_guards: "keyed hashes, for two days",
      closings: "work list of user ids",
    },
  };
}

/** What people wrote. The other side keeps the message, without its text. */
function textRows(connection: Connection, texts: MessageTexts): readonly PersonalRows[] {
  const messages = messageModel(connection);
  const written = { $ne: ERASED_TEXT };
  return [
    anonymised(
      messages,
      ({ userId }) => ({ senderId: userId, content: written }),
      { $set: { content: ERASED_TEXT, searchContent: null, requestHash: "" }, $unset: { idempotencyKey: 1 } },
      (row) => ({ ...termsOf(row), content: texts.content(row) }),
    ),
    anonymised(
      messages,
      ({ userId }) => ({ receiverId: userId, "reply.content": { $exists: true, ...written } }),
      { $set: { "reply.content": ERASED_TEXT }, $unset: { "reply.idempotencyKey": 1 } },
      (row) => ({ ...termsOf(row), reply: { content: texts.reply(row), sentAt: row.reply?.sentAt } }),
    ),
    ...reasonRows(connection),
  ];
}

/** A reason of the staff is the platform's and was given to somebody: it stays, and who gave it goes. */
function reasonRows(connection: Connection): readonly PersonalRows[] {
  const log = statusLogModel(connection);
  const reason = { $type: "string" } as const;
  const shown = ({ messageId, to, reason, at }: StatusLogDoc) => ({ messageId, to, reason, at });
  return [
    anonymised(log, ({ userId }) => ({ actorId: userId, actor: { $in: PARTIES }, reason }), { $set: { reason: null } }, shown),
    anonymised(log, ({ userId }) => ({ actorId: userId, actor: { $nin: PARTIES }, reason }), { $set: { actorId: null } }, shown),
  ];
}

function termsOf({ _id, sessionId, senderId, receiverId, dmType, priceSnapshot, currency, status, sentAt, expiresAt }: MessageDoc) {
  return { messageId: _id, sessionId, senderId, receiverId, dmType, priceSnapshot, currency, status, sentAt, expiresAt };
}

function relationRows(connection: Connection): readonly PersonalRows[] {
  return [
    erased(blockListModel(connection), ({ userId }) => ({ ownerId: userId }), fields<BlockDoc>("blockedId", "createdAt")),
    // Who has blocked a user is not told: these rows are shown to nobody.
    erased(blockListModel(connection), ({ userId }) => ({ blockedId: userId })),
    anonymised(
      userCardModel(connection),
      ({ userId }) => ({ _id: userId, version: { $lt: FOR_EVER } }),
      { $set: { username: null, displayName: null, avatarUrl: null, version: FOR_EVER } },
      fields<UserCardDoc>("username", "displayName", "avatarUrl"),
    ),
    namesInFacts(
      connection,
      ["senderId", "senderName"],
      ["receiverId", "creatorName"],
      ["receiverId", "reason", { "payload.rejectedBy": "CREATOR" }],
    ),
    retained(
      chatSessionModel(connection),
      "RIGHTS_OF_OTHERS",
      ({ userId }) => ({ visibleTo: userId }),
      fields<ChatSessionDoc>("lastMessageAt", "createdAt"),
    ),
    ...moderationRows(connection),
    retained(
      statementModel(connection),
      "MODERATION_DUTY",
      ({ userId }) => ({ senderId: userId }),
      fields<StatementDoc>("messageId", "decision", "category", "ground", "facts", "issuedAt"),
    ),
  ];
}

/** What people told the moderation. The cases stay, without their words. */
function moderationRows(connection: Connection): readonly PersonalRows[] {
  const [appeals, reports] = [appealModel(connection), reportModel(connection)];
  return [
    anonymised(appeals, ({ userId }) => ({ senderId: userId, reason: { $ne: "" } }), { $set: { reason: "" } }),
    retained(
      appeals,
      "MODERATION_DUTY",
      ({ userId }) => ({ senderId: userId }),
      fields<AppealDoc>("messageId", "reason", "status", "createdAt", "decidedAt", "decisionReason"),
    ),
    anonymised(reports, ({ userId }) => ({ reporterId: userId, comment: { $type: "string" } }), { $set: { comment: null } }),
    retained(
      reports,
      "MODERATION_DUTY",
      ({ userId }) => ({ reporterId: userId }),
      fields<ReportDoc>("messageId", "category", "comment", "status", "createdAt", "resolution", "resolvedAt"),
    ),
  ];
}
