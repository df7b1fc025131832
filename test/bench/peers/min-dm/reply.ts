import { randomUUID } from "node:crypto";
import type { ClientSession } from "mongodb";
import { conversations, escrows, inTransaction, ledger, messages, outbox, statusLog, wallets } from "./database.ts";
import { encrypt } from "./encrypt.ts";
import type { Fact } from "./outbox.ts";
import { LONGEST, Refusal } from "./send.ts";

export interface ReplyCall {
  readonly userId: string;
  readonly messageId: string;
  readonly content: string;
}

interface Waiting {
  readonly messageId: string;
  readonly replyId: string;
  readonly content: object;
  readonly stored: PromiseWithResolvers<void>;
}

interface Answered {
  readonly reply: Waiting;
  readonly message: { readonly _id: string; readonly senderId: string; readonly sessionId: string; readonly sentAt: Date };
}

/** In cents: the price, the creator's share, and the platform's share. */
const [PRICE, NET, FEE] = [100, 80, 20];
const LARGEST_GROUP = 25;

/**
 * Stores replies. Replies of one creator run one after the other, because all write the same wallet.
 * @param options.grouped waiting replies share a transaction
 */
export function replier(publish: (facts: readonly Fact[]) => void, { grouped }: { readonly grouped: boolean }) {
  const queues = new Map<string, Waiting[]>();

  async function work(creatorId: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      const group = queue.splice(0, grouped ? LARGEST_GROUP : 1);
      try {
        publish(await storeReplies(creatorId, group));
        for (const { stored } of group) stored.resolve();
      } catch (error) {
        for (const { stored } of group) stored.reject(error);
      }
    }
    queues.delete(creatorId);
  }

  return async ({ userId, messageId, content }: ReplyCall): Promise<object> => {
    if (typeof content !== "string" || !content || content.length > LONGEST) throw new Refusal(400, "VALIDATION");
    const waiting = { messageId, replyId: randomUUID(), content: encrypt(content), stored: Promise.withResolvers<void>() };
    const queue = queues.get(userId);
    if (queue) queue.push(waiting);
    else {
      const started = [waiting];
      queues.set(userId, started);
      setImmediate(() => work(userId, started));
    }
    await waiting.stored.promise;
    return { messageId, replyId: waiting.replyId, status: "COMPLETED" };
  };
}

/**
 * One transaction for several replies of a creator. The wallet is written once, and each movement has its own balance and sequence number.
 */
async function storeReplies(creatorId: string, group: readonly Waiting[]): Promise<readonly Fact[]> {
  const now = new Date();
  let facts: readonly Fact[] = [];
  await inTransaction(async (session) => {
    const answered: Answered[] = [];
    for (const reply of group) {
      const message = await messages.findOneAndUpdate(
        { _id: reply.messageId, receiverId: creatorId, status: "ESCROWED", openUntil: { $gt: now } },
        {
          $set: { status: "COMPLETED", reply: { id: reply.replyId, content: reply.content, sentAt: now } },
          $unset: { paidOpen: 1 },
        },
        { session, projection: { senderId: 1, sessionId: 1, sentAt: 1 } },
      );
      if (message) answered.push({ reply, message: message as unknown as Answered["message"] });
      else reply.stored.reject(new Refusal(409, "INVALID_STATUS"));
    }
    if (answered.length === 0) return;
    await releaseMoney(session, creatorId, answered, now);
    await statusLog.insertMany(
      answered.flatMap(({ message }) => stepsOf(message._id, creatorId, now)),
      { session },
    );
    const read = answered.map(({ message: { sessionId, _id } }) => ({
      updateOne: {
        filter: { _id: sessionId },
        update: {
          $set: { lastMessageAt: now, "first.lastMessageId": _id, "second.lastMessageId": _id },
          $inc: { "first.unread": 1, "second.unread": -1 },
        },
      },
    }));
    await conversations.bulkWrite(read, { session });
    facts = answered.map((each) => factOf(each, creatorId, now));
    await outbox.insertMany([...facts], { session });
  });
  return facts;
}

async function releaseMoney(session: ClientSession, creatorId: string, answered: readonly Answered[], now: Date): Promise<void> {
  const count = answered.length;
  const held = { messageId: { $in: answered.map(({ message }) => message._id) }, status: "HELD" };
  const released = await escrows.updateMany(held, { $set: { status: "RELEASED", resolvedAt: now } }, { session });
  if (released.modifiedCount !== count) throw new Error("an escrow is not held");
  const fans = answered.map(({ message: { senderId: userId } }) => ({
    updateOne: { filter: { userId, kind: "FAN", held: { $gte: PRICE } }, update: { $inc: { held: -PRICE } } },
  }));
  if ((await wallets.bulkWrite(fans, { session })).modifiedCount !== count) throw new Error("a fan holds too little");
  const wallet = await wallets.findOneAndUpdate(
    { userId: creatorId, kind: "CREATOR" },
    {
      $setOnInsert: { _id: randomUUID(), frozen: false, held: 0 },
      $inc: { balance: NET * count, earned: NET * count, sequence: count },
    },
    { session, upsert: true, returnDocument: "after" },
  );
  const account = `user:${creatorId}`;
  const entries = [
    { account: "escrow", amount: -PRICE },
    { account, amount: NET },
    { account: "platform", amount: FEE },
  ];
  const bookings = answered.map(({ message }, index) => {
    const later = count - 1 - index;
    const movement = { account, amount: NET, balanceAfter: wallet?.balance - NET * later, sequence: wallet?.sequence - later };
    return { _id: randomUUID(), kind: "RELEASE", reference: { type: "message", id: message._id }, entries, movement, createdAt: now };
  });
  await ledger.insertMany(bookings, { session });
}

function stepsOf(messageId: string, actorId: string, at: Date) {
  const by = { messageId, actor: "CREATOR", actorId, at };
  return [
    { _id: randomUUID(), ...by, from: "ESCROWED", to: "REPLIED", step: 0 },
    { _id: randomUUID(), ...by, from: "REPLIED", to: "COMPLETED", step: 1 },
  ];
}

function factOf({ reply, message }: Answered, receiverId: string, createdAt: Date): Fact {
  const { _id: messageId, sessionId, senderId, sentAt } = message;
  const payload = { messageId, sessionId, senderId, receiverId, replyId: reply.replyId, dmType: "SINGLE_PAY", sentAt };
  return { _id: randomUUID(), event: "message.replied", payload, createdAt, publishedAt: null };
}
