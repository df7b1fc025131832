import { createHmac, randomUUID } from "node:crypto";
import { conversations, databases, escrows, guards, inTransaction, ledger, messages, outbox, statusLog, wallets } from "./database.ts";
import { encrypt } from "./encrypt.ts";
import type { Fact } from "./outbox.ts";

export interface SendCall {
  readonly userId: string;
  readonly receiverId: string;
  readonly dmType: string;
  readonly price: string;
  readonly content: string;
}

export const LONGEST = 2_000;
/** In cents. */
const PRICE = 100;
const DAYS_OPEN_MS = 72 * 3_600_000;
const FINGERPRINT_KEY = "k";

export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
  }
}

/** Stores a paid message: one read for all checks, one transaction for all effects. */
export async function send(call: SendCall, publish: (facts: readonly Fact[]) => void): Promise<object> {
  const { userId, receiverId, dmType, price, content } = call;
  if (typeof content !== "string" || !content || content.length > LONGEST) throw new Refusal(400, "VALIDATION");
  if (dmType !== "SINGLE_PAY" || !/^\d+(\.\d\d)?$/.test(price)) throw new Refusal(400, "VALIDATION");
  const ids = { sender: `u:${userId}`, receiver: `u:${receiverId}`, block: `b:${receiverId}:${userId}` };
  const query = { find: "facts", filter: { _id: { $in: Object.values(ids) } }, singleBatch: true };
  const known: readonly KnownParty[] = (await databases.messaging.command(query)).cursor.firstBatch;
  const [sender, receiver] = [known.find(({ _id }) => _id === ids.sender), known.find(({ _id }) => _id === ids.receiver)];
  if (!sender || !receiver || known.length > 2 || !receiver.dmActive || receiver.price !== PRICE) throw new Refusal(400, "REFUSED");
  const { id, fact } = await store(call, sender.name);
  publish([fact]);
  return { messageId: id, status: "ESCROWED" };
}

interface KnownParty {
  readonly _id: string;
  readonly name: string;
  readonly dmActive: boolean;
  readonly price?: number;
}

async function store({ userId, receiverId, dmType, content }: SendCall, senderName: string): Promise<{ id: string; fact: Fact }> {
  const [id, now] = [randomUUID(), new Date()];
  const expiresAt = new Date(now.getTime() + DAYS_OPEN_MS);
  const people = [userId, receiverId];
  const fingerprint = createHmac("sha256", FINGERPRINT_KEY).update(`${userId}${receiverId}${content}`).digest("hex");
  let fact: Fact | undefined;
  await inTransaction(async (session) => {
    const wallet = await wallets.findOneAndUpdate(
      { userId, kind: "FAN", frozen: false, balance: { $gte: PRICE } },
      { $inc: { balance: -PRICE, held: PRICE, sequence: 1 } },
      { session, returnDocument: "after" },
    );
    if (!wallet) throw new Refusal(402, "TOO_LITTLE_MONEY");
    const conversation = await conversations.findOneAndUpdate(
      { pairKey: people.toSorted().join(":") },
      {
        $setOnInsert: { _id: randomUUID(), createdAt: now },
        $set: { lastMessageAt: now, "first.lastMessageId": id, "second.lastMessageId": id },
        $inc: { "second.unread": 1 },
        $addToSet: { visibleTo: { $each: people } },
      },
      { session, upsert: true, returnDocument: "after", projection: { _id: 1 } },
    );
    const message = {
      _id: id,
      sessionId: conversation?._id,
      senderId: userId,
      receiverId,
      content: encrypt(content),
      searchContent: content.slice(0, 500),
      dmType,
      priceSnapshot: PRICE,
      currency: "EUR",
      commissionRate: 0.2,
      timeoutHours: 72,
      status: "ESCROWED",
      sentAs: "ESCROWED",
      visibleTo: people,
      sentAt: now,
      expiresAt,
      openUntil: expiresAt,
      paidOpen: true,
      rules: { packagePrice: "1.00", level: "BRONZE", freeDailyLimit: 3, takenAt: now },
    };
    await messages.insertOne(message, { session });
    await guards.insertOne({ _id: fingerprint, messageId: id, sentAt: now }, { session });
    const held = { amount: PRICE, commissionRate: 0.2, status: "HELD", heldAt: now, resolvedAt: null };
    await escrows.insertOne({ _id: randomUUID(), messageId: id, fanId: userId, creatorId: receiverId, ...held }, { session });
    const account = `user:${userId}`;
    const entries = [
      { account, amount: -PRICE },
      { account: "escrow", amount: PRICE },
    ];
    const movement = { account, amount: -PRICE, balanceAfter: wallet.balance, sequence: wallet.sequence };
    const booking = { _id: randomUUID(), kind: "HOLD", reference: { type: "message", id }, entries, movement, createdAt: now };
    await ledger.insertOne(booking, { session });
    const step = { messageId: id, from: null, to: "ESCROWED", actor: "FAN", actorId: userId, at: now, step: 0 };
    await statusLog.insertOne({ _id: randomUUID(), ...step }, { session });
    const parties = { senderId: userId, receiverId, senderName };
    const payload = { messageId: id, sessionId: String(conversation?._id), ...parties, dmType, price: "1.00", sentAt: now };
    fact = { _id: randomUUID(), event: "message.sent", payload, createdAt: now, publishedAt: null };
    await outbox.insertOne(fact, { session });
  });
  if (!fact) throw new Error("a transaction without a result");
  return { id, fact };
}
