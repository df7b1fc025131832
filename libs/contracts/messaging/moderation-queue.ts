import { action } from "#libs/contract-kit/contract.ts";
import { DM_TYPES } from "../creator/index.ts";
import { clampedPage, filterId, id, nullableText, pageOfItems, pathId, readableLine, timestamp } from "../shared.ts";

const price = { type: "string", nullable: true, description: "Decimal price at send time; null for a free message" } as const;
const parties = { messageId: id, senderId: { type: "string" }, receiverId: { type: "string" } } as const;

/** The rules of the platform: they are listed and applied without pages. */
export const MAX_MODERATION_RULES = 500;
/** Rules of one flagged text that are shown. */
export const MAX_SHOWN_RULES = 100;

/** What a rule holds messages back for: a reason to report, or a word of the platform's own. */
export const ruleCategory = { ...readableLine, min: 1, max: 60 } as const;

export const listModerationQueue = action({
  name: "messaging.listModerationQueue",
  summary: "Messages in quarantine, longest waiting first, without their texts",
  http: { method: "GET", path: "/admin/moderation/queue", auth: "admin", permission: "moderation:read" },
  params: {
    messageId: filterId,
    ruleId: { ...filterId, description: "A rule that flagged the text" },
    category: { ...ruleCategory, optional: true, description: "What the text was flagged for" },
    ...clampedPage,
  },
  returns: pageOfItems({
    type: "object",
    props: {
      ...parties,
      rules: {
        type: "array",
        items: { type: "object", props: { id, name: { type: "string", max: 100 } } },
        max: MAX_SHOWN_RULES,
        description: "The rules that flagged the text, at most 100 of them",
      },
      category: { type: "string" },
      flaggedAt: timestamp,
      sentAt: timestamp,
      expiresAt: { ...timestamp, description: "When the message ends by itself and its price is returned" },
      dmType: { type: "enum", values: DM_TYPES },
      price,
    },
  }),
  errors: [],
});

export const getModeratedMessage = action({
  name: "messaging.getModeratedMessage",
  summary: "The text of a message that is held back, open to an appeal or reported; every access is audited",
  http: { method: "GET", path: "/admin/moderation/messages/{messageId}", auth: "admin", permission: "moderation:write" },
  params: { messageId: pathId },
  returns: {
    type: "object",
    props: {
      ...parties,
      content: { type: "string", max: 2_000 },
      reply: { ...nullableText, max: 2_000, description: "The creator's reply; null unless the ground is REPORT" },
      status: { type: "string" },
      dmType: { type: "enum", values: DM_TYPES },
      price,
      sentAt: timestamp,
      ground: { type: "enum", values: ["QUARANTINE", "APPEAL", "REPORT"], description: "Why the text may be read" },
    },
  },
  errors: ["message.error.not_found", "moderation.error.content_unavailable"],
});
