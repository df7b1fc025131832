import { action } from "#libs/contract-kit/contract.ts";
import { DM_TYPES } from "../creator/index.ts";
import { amount, anyId, givenAmount, id, nullableText, PLATFORMS, readableText, timestamp } from "../shared.ts";

/** The price of a message. */
export const price = { type: "string", nullable: true, description: "Decimal price at send time; null for a free message" } as const;
const hours = { type: "number", integer: true, min: 1, max: 720 } as const;

export const sendMessage = action({
  name: "messaging.sendMessage",
  class: "money",
  summary: "Send a direct message to a creator",
  http: { method: "POST", path: "/messages", status: 201, auth: "bearer", limit: "messages_send", killSwitch: "MESSAGING" },
  params: {
    receiverId: { ...anyId, description: "The creator's user id" },
    content: { ...readableText, mayBeBlank: true, min: 1, max: 2000, description: "Text of the message, 1-2000 UTF-16 code units" },
    dmType: { type: "enum", values: DM_TYPES, description: "Must equal the creator's" },
    price: {
      ...givenAmount,
      optional: true,
      requiredUnless: { field: "dmType", is: "FREE", orGiven: "quoteId" },
      description: "Decimal; required unless dmType is FREE, ignored then, or a quote is given",
    },
    timeoutHours: { ...hours, optional: true, description: "Reply window in hours, within that of the creator" },
    quoteId: { type: "string", max: 2000, optional: true, description: "A quote, whose terms the message then has; it serves one message" },
    idempotencyKey: { type: "string", max: 255, optional: true, from: "idempotencyKey" },
    platform: { type: "enum", values: PLATFORMS, optional: true, from: "platform" },
    country: { type: "string", max: 2, optional: true, from: "country" },
  },
  returns: { type: "object", props: { messageId: id, status: { type: "enum", values: ["PENDING", "ESCROWED", "DELIVERED"] } } },
  errors: [
    "features.messaging_disabled",
    "message.send.error.self_message",
    "message.send.error.empty_content",
    "message.send.error.email_not_verified",
    "message.send.error.creator_unavailable",
    "message.send.error.blocked",
    "message.send.error.dm_disabled",
    "message.send.error.vacation",
    "message.send.error.dm_type_mismatch",
    "message.send.error.reply_window",
    "message.send.error.duplicate",
    "message.send.error.free_dm_daily_limit",
    "message.send.error.free_dm_per_creator_limit",
    "message.send.error.service_unavailable",
    "message.send.error.price_below_minimum",
    "message.send.error.pending_paid_exists",
    "payment.escrow.wallet_unavailable",
    "payment.escrow.insufficient_balance",
    "message.quote.error.not_found",
    "message.quote.error.mismatch",
    "message.quote.error.expired",
    "message.quote.error.used",
  ],
});

export const quoteMessage = action({
  name: "messaging.quoteMessage",
  summary: "The terms of a message to a creator, which bind for a while, and whether it could be sent now",
  http: { method: "POST", path: "/messages/quote", auth: "bearer" },
  params: {
    receiverId: anyId,
    price: { ...givenAmount, optional: true, description: "Decimal; without it the lowest price, ignored when messages are free" },
    timeoutHours: { ...hours, optional: true, description: "Reply window in hours; without it the default within that of the creator" },
    platform: { type: "enum", values: PLATFORMS, optional: true, from: "platform" },
    country: { type: "string", max: 2, optional: true, from: "country" },
  },
  returns: {
    type: "object",
    props: {
      receiverId: { type: "string" },
      dmType: { type: "enum", values: DM_TYPES },
      minimumPrice: price,
      quoteId: { ...nullableText, max: 2000, description: "For `POST /messages`; null unless the message could be sent" },
      price: { ...price, description: "Decimal price of the message; null when it is free" },
      split: {
        type: "object",
        nullable: true,
        description: "Who gets the price once there is a reply; null when the message is free",
        props: { creator: amount, platform: amount },
      },
      window: {
        type: "object",
        description: "The reply windows that the creator offers, in hours",
        props: { minimum: { type: "number", integer: true }, maximum: { type: "number", integer: true } },
      },
      expiresAt: { ...timestamp, description: "Until then the terms hold for a message with the quote" },
      currency: { type: "string" },
      timeoutHours: { type: "number", integer: true, description: "Reply window of the message in hours" },
      freeRemainingToday: { type: "number", integer: true, nullable: true },
      sendable: { type: "boolean" },
      refusal: { type: "string", nullable: true, description: "The error that a send would get" },
    },
  },
  errors: ["message.send.error.creator_unavailable", "message.send.error.dm_disabled"],
});
