import { randomUUID } from "node:crypto";
import { AckPolicy, type JsMsg, jetstream, jetstreamManager } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import type { ClientSession, Db } from "mongodb";
import { databases, inTransaction, rowsOf } from "./database.ts";
import { type EventName, type Fact, SUBJECTS } from "./outbox.ts";

const STREAM = "FACTS";
const { notification, analytics, creator, webhook } = databases;

interface Consumer {
  readonly group: string;
  readonly event: EventName;
  readonly database: Db;
  /** The effects of some events, in the transaction that marks the events as applied. */
  apply(session: ClientSession, facts: readonly Fact[]): Promise<void>;
}

const CONSUMERS: readonly Consumer[] = [
  {
    group: "notification",
    event: "message.sent",
    database: notification,
    apply: (session, facts) => notify(session, facts, "new_message_creator", ({ receiverId }) => receiverId),
  },
  {
    group: "notification",
    event: "message.replied",
    database: notification,
    apply: (session, facts) => notify(session, facts, "new_reply", ({ senderId }) => senderId),
  },
  {
    group: "analytics",
    event: "message.sent",
    database: analytics,
    async apply(session, facts) {
      const rows = facts.map(({ payload: { messageId, receiverId, sentAt } }) => ({
        _id: messageId,
        creatorUserId: receiverId,
        sentAt: new Date(sentAt),
      }));
      await rowsOf(analytics, "paid_messages").insertMany(rows, { session });
    },
  },
  { group: "creator", event: "message.sent", database: creator, apply: (session, facts) => countOfDay(session, facts, "received") },
  { group: "creator", event: "message.replied", database: creator, apply: (session, facts) => countOfDay(session, facts, "replied") },
  { group: "webhook", event: "message.sent", database: webhook, apply: findEndpoints },
  { group: "webhook", event: "message.replied", database: webhook, apply: findEndpoints },
];

async function notify(
  session: ClientSession,
  facts: readonly Fact[],
  eventKey: string,
  recipientOf: (payload: Fact["payload"]) => string,
): Promise<void> {
  const first = await countForRecipients(
    session,
    facts.map(({ payload }) => recipientOf(payload)),
  );
  const rows = facts.map(({ _id: eventId, payload }, index) => {
    const { messageId, senderName, sessionId, dmType } = payload;
    const data = { messageId, ...(senderName && { senderName }), dmType, deepLink: `/messages/${sessionId}` };
    const about = { userId: recipientOf(payload), eventKey, data };
    return { _id: randomUUID(), eventId, ...about, read: false, readAt: null, createdAt: new Date(), seq: first + index };
  });
  await rowsOf(notification, "notifications").insertMany(rows, { session });
  const mails = rows.map(({ eventId, userId }) => ({ _id: `${eventId}:EMAIL`, userId, nextAt: new Date(), eventKey }));
  await rowsOf(notification, "dispatches").insertMany(mails, { session });
}

/** Counts notifications of each recipient; returns the sequence number of a single one. */
async function countForRecipients(session: ClientSession, userIds: readonly string[]): Promise<number> {
  const counts = new Map<string, number>();
  for (const userId of userIds) counts.set(userId, (counts.get(userId) ?? 0) + 1);
  const update = (count: number) => ({ $inc: { total: count, unread: count, seq: count } });
  const recipients = rowsOf(notification, "recipients");
  const [only, ...others] = counts;
  if (only && others.length === 0) {
    const [_id, count] = only;
    const options = { session, upsert: true, returnDocument: "after" } as const;
    return (await recipients.findOneAndUpdate({ _id }, update(count), options))?.seq ?? 0;
  }
  const updates = [...counts].map(([_id, count]) => ({ updateOne: { filter: { _id }, update: update(count), upsert: true } }));
  await recipients.bulkWrite(updates, { session });
  return 0;
}

async function countOfDay(session: ClientSession, facts: readonly Fact[], figure: "received" | "replied"): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const updates = facts.map(({ payload }) => ({
    updateOne: { filter: { creatorId: payload.receiverId, day }, update: { $inc: { [figure]: 1 } }, upsert: true },
  }));
  // The store assigns the id of a new day.
  await creator.collection("days").bulkWrite(updates, { session });
}

async function findEndpoints(session: ClientSession, facts: readonly Fact[]): Promise<void> {
  const userIds = facts.map(({ payload }) => payload.receiverId);
  await rowsOf(webhook, "endpoints")
    .find({ userId: { $in: userIds } }, { session })
    .toArray();
}

/** @param options.grouped waiting events share a transaction */
export async function startConsumers(bus: NatsConnection, options: { readonly grouped: boolean }): Promise<void> {
  const manager = await jetstreamManager(bus);
  await manager.streams.add({ name: STREAM, subjects: [`${SUBJECTS}.>`] });
  for (const consumer of CONSUMERS) {
    const name = `${consumer.group}-${consumer.event.replace(".", "_")}`;
    const limits = { ack_policy: AckPolicy.Explicit, max_ack_pending: 1_000 };
    await manager.consumers.add(STREAM, { durable_name: name, filter_subject: `${SUBJECTS}.${consumer.event}`, ...limits });
    const take = taker(consumer, options);
    await (await jetstream(bus).consumers.get(STREAM, name)).consume({ max_messages: 100, callback: take });
  }
}

function taker({ group, database, apply }: Consumer, { grouped }: { readonly grouped: boolean }): (message: JsMsg) => void {
  const [mostAtOnce, largestGroup] = grouped ? [1, 50] : [8, 1];
  const waiting: { readonly fact: Fact; readonly message: JsMsg }[] = [];
  let running = 0;

  async function applyWaiting(): Promise<void> {
    if (running >= mostAtOnce) return;
    running += 1;
    while (waiting.length > 0) {
      const taken = waiting.splice(0, largestGroup);
      const facts = taken.map(({ fact }) => fact);
      try {
        await inTransaction(async (session) => {
          const marks = facts.map(({ _id }) => ({ _id: `${group}:${_id}`, appliedAt: new Date() }));
          await rowsOf(database, "inbox").insertMany(marks, { session });
          await apply(session, facts);
        });
        for (const { message } of taken) message.ack();
      } catch {
        for (const { message } of taken) message.nak(200);
      }
    }
    running -= 1;
  }

  return (message) => {
    waiting.push({ fact: message.json<Fact>(), message });
    setImmediate(applyWaiting);
  };
}
