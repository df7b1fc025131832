import { action, event } from "#libs/contract-kit/contract.ts";
import { filterId, id, nullableText, optionalTimestamp, pageOfItems, pathId, queuePage, readableText, timestamp } from "../shared.ts";

export const APPEAL_STATUSES = ["OPEN", "UPHELD", "REVERSED"] as const;
export type AppealStatus = (typeof APPEAL_STATUSES)[number];
const status = { type: "enum", values: APPEAL_STATUSES } as const;
const decision = { type: "enum", values: ["UPHELD", "REVERSED"], description: "What becomes of the contested decision" } as const;

export const appealModeration = action({
  name: "messaging.appealModeration",
  summary: "Appeal against the moderation of a message that the caller sent",
  http: { method: "POST", path: "/messages/{messageId}/appeal", status: 201, auth: "bearer" },
  params: { messageId: pathId, reason: { ...readableText, trim: true, min: 1, max: 2000 } },
  returns: { type: "object", props: { appealId: id, status } },
  errors: [
    "moderation.error.statement_not_found",
    "moderation.error.nothing_to_appeal",
    "moderation.error.appeal_window_closed",
    "moderation.error.already_appealed",
  ],
});

export const listAppeals = action({
  name: "messaging.listAppeals",
  summary: "Appeals",
  http: { method: "GET", path: "/admin/moderation/appeals", auth: "admin", permission: "moderation:read" },
  params: {
    id: filterId,
    userId: { ...filterId, description: "The sender of the message, who appeals" },
    status: { ...status, optional: true },
    ...queuePage,
  },
  returns: pageOfItems({
    type: "object",
    props: {
      appealId: id,
      statementId: id,
      messageId: id,
      senderId: { type: "string" },
      receiverId: { ...nullableText, description: "The creator's user id; null when the message is erased" },
      price: { ...nullableText, description: "Decimal price at send time; null for a free or erased message" },
      messageStatus: { ...nullableText, description: "Status of the message now; null when it is erased" },
      reason: { type: "string", max: 2_000 },
      status,
      firstReason: {
        ...nullableText,
        max: 500,
        optional: true,
        description: "Reason of the contested decision; null when a rule made it",
      },
      firstModerator: { ...nullableText, description: "Moderator who made the contested decision; null when a rule did" },
      createdAt: timestamp,
      decidedBy: nullableText,
      decidedAt: optionalTimestamp,
      decisionReason: { ...nullableText, max: 500 },
    },
  }),
  errors: [],
});

export const decideAppeal = action({
  name: "messaging.decideAppeal",
  summary: "Decide an appeal; not by the moderator who made the contested decision",
  http: { method: "POST", path: "/admin/moderation/appeals/{appealId}/decide", auth: "admin", permission: "moderation:write" },
  params: { appealId: pathId, decision, reason: { ...readableText, trim: true, min: 1, max: 500 } },
  returns: {
    type: "object",
    props: {
      appealId: id,
      status,
      messageId: id,
      messageStatus: { type: "string", description: "Status of the message after the decision" },
    },
  },
  errors: ["moderation.error.appeal_not_found", "moderation.error.same_moderator", "moderation.error.appeal_decided"],
});

export const moderationAppealDecided = event({
  name: "moderation.appeal_decided",
  owner: "messaging",
  summary: "An appeal against a moderation decision was decided",
  public: { fields: ["appealId", "messageId", "sessionId", "senderId", "decision", "messageStatus", "decidedAt"] },
  payload: {
    appealId: id,
    messageId: id,
    sessionId: id,
    senderId: { type: "string" },
    decision,
    messageStatus: { type: "string", description: "Status of the message after the decision" },
    decidedAt: timestamp,
  },
});
