import { jetstream } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import { outbox } from "./database.ts";

export type EventName = "message.sent" | "message.replied";

/** An event for other services. */
export interface Fact {
  readonly _id: string;
  readonly event: EventName;
  readonly payload: {
    readonly messageId: string;
    readonly sessionId: string;
    readonly senderId: string;
    readonly receiverId: string;
    readonly dmType: string;
    readonly sentAt: Date;
    readonly senderName?: string;
    readonly price?: string;
    readonly replyId?: string;
  };
  readonly createdAt: Date;
  readonly publishedAt: Date | null;
}

export const SUBJECTS = "facts";
const MAX_AT_ONCE = 100;

/** Publishes events as soon as their transaction has committed, and marks them in batches. */
export function relay(bus: NatsConnection): (facts: readonly Fact[]) => void {
  const stream = jetstream(bus);
  const waiting: Fact[] = [];
  let isRunning = false;

  async function publishWaiting(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    try {
      while (waiting.length > 0) {
        const group = waiting.splice(0, MAX_AT_ONCE);
        await Promise.all(group.map((fact) => stream.publish(`${SUBJECTS}.${fact.event}`, JSON.stringify(fact), { msgID: fact._id })));
        await outbox.updateMany({ _id: { $in: group.map(({ _id }) => _id) } }, { $set: { publishedAt: new Date() } });
      }
    } finally {
      isRunning = false;
    }
  }

  return (facts) => {
    waiting.push(...facts);
    setImmediate(() => publishWaiting().catch((error) => console.error(error)));
  };
}
