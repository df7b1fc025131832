import { rejectMessage, replyToMessage } from "#libs/contracts/messaging.ts";
import { PAID, sendFrom, type World } from "./messaging-fixture.ts";

/** A message on its way, and its two parties. */
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

/** A fan with a hundred sends a message of five, or a free one. */
export async function aSentMessage(world: World, { free, ...params }: SendOptions = {}): Promise<SentMessage> {
  const [fan, creator] = [world.aFan(), world.aCreator(free ? {} : { dmType: "SINGLE_PAY" })];
  if (!free) await world.fund(fan, "100.00");
  const { messageId } = await sendFrom(world, fan, creator, free ? params : { ...PAID, ...params });
  return { fan, creator, messageId };
}

export function replyTo(world: World, { creator, messageId }: SentMessage, more: { content?: string; idempotencyKey?: string } = {}) {
  return world.as(creator)(replyToMessage, { messageId, content: "an answer", ...more });
}

export function rejectOf(world: World, { creator, messageId }: SentMessage) {
  return world.as(creator)(rejectMessage, { messageId, reason: "no time" });
}

export async function statusOf(world: World, { messageId }: SentMessage): Promise<unknown> {
  const [message] = await world.documents("messages", { _id: messageId });
  return message?.status;
}

/** The facts of one name about a message. */
export async function eventsOf(world: World, name: string, { messageId }: SentMessage) {
  return (await world.events(name)).filter((event) => event.messageId === messageId);
}
