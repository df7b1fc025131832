import { rejectMessage, replyToMessage } from "#libs/contracts/messaging/index.ts";
import { type MessagingFixture, PAID, sendFrom } from "./messaging-fixture.ts";

/** A message that was sent, and its parties. */
export interface SentMessage {
  readonly fan: string;
  readonly creator: string;
  readonly messageId: string;
}

interface SendOptions {
  readonly price?: string;
  readonly timeoutHours?: number;
  readonly content?: string;
  /** A free message instead of a paid one. */
  readonly free?: true;
}

/** A new fan with 100.00 sends a new creator a message of 5.00, or a free one. */
export async function sendNewMessage(fixture: MessagingFixture, { free, ...params }: SendOptions = {}): Promise<SentMessage> {
  const [fan, creator] = [fixture.newFan(), fixture.newCreator(free ? {} : { dmType: "SINGLE_PAY" })];
  if (!free) await fixture.fund(fan, "100.00");
  const { messageId } = await sendFrom(fixture, fan, creator, free ? params : { ...PAID, ...params });
  return { fan, creator, messageId };
}

export function replyTo(
  fixture: MessagingFixture,
  { creator, messageId }: SentMessage,
  more: { content?: string; idempotencyKey?: string } = {},
) {
  return fixture.as(creator)(replyToMessage, { messageId, content: "an answer", ...more });
}

export function rejectSent(fixture: MessagingFixture, { creator, messageId }: SentMessage) {
  return fixture.as(creator)(rejectMessage, { messageId, reason: "no time" });
}

export async function statusOf(fixture: MessagingFixture, { messageId }: SentMessage): Promise<unknown> {
  const [message] = await fixture.documents("messages", { _id: messageId });
  return message?.status;
}

/** The published events about a message that have this name. */
export async function eventsOf(fixture: MessagingFixture, name: string, { messageId }: SentMessage) {
  return (await fixture.events(name)).filter((event) => event.messageId === messageId);
}
