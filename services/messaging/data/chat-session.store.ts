import type { Connection } from "mongoose";
import { uuid } from "#libs/kernel/ids.ts";
import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import { type ChatSessionDoc, chatSessionModel, type SeatDoc } from "./chat-session.model.ts";

/** A message or a reply that moves a session. */
export interface SessionEntry {
  readonly messageId: string;
  readonly from: string;
  readonly to: string;
  /** False while the message is held back from its receiver. */
  readonly visible: boolean;
  readonly at: Date;
}

export type ChatSessionStore = ReturnType<typeof chatSessionStore>;

type SeatName = "first" | "second";

function pairOf(one: string, other: string): readonly [string, string] {
  return one < other ? [one, other] : [other, one];
}

/** The seats of a user and of the user's counterpart. */
function seatsOf(userId: string, otherId: string): readonly [SeatName, SeatName] {
  return userId === pairOf(userId, otherId)[0] ? ["first", "second"] : ["second", "first"];
}

/** What each side sees of a session: own seat and the counterpart's id. */
export function viewOf(session: ChatSessionDoc, userId: string): { seat: SeatDoc; counterpartId: string } {
  const [own, other] = session.first.userId === userId ? [session.first, session.second] : [session.second, session.first];
  return { seat: own, counterpartId: other.userId };
}

export function chatSessionStore(connection: Connection) {
  const model = chatSessionModel(connection);
  return {
    /** Gets or creates the session of the pair and notes the entry in it; returns the session's id. */
    async enter(session: Tx, { messageId, from, to, visible, at }: SessionEntry): Promise<string> {
      const pair = pairOf(from, to);
      const [own, other] = seatsOf(from, to);
      const seen = { lastMessageId: messageId, lastAt: at };
      const entered = await model
        .findOneAndUpdate(
          { pairKey: pair.join(":") },
          {
            $setOnInsert: {
              _id: uuid(),
              createdAt: at,
              "first.userId": pair[0],
              "second.userId": pair[1],
              [`${own}.unread`]: 0,
              ...(visible ? {} : { [`${other}.unread`]: 0 }),
            },
            $set: {
              lastMessageAt: at,
              ...underSeat(own, seen),
              ...(visible ? underSeat(other, seen) : {}),
            },
            ...(visible && { $inc: { [`${other}.unread`]: 1 } }),
            $addToSet: { visibleTo: { $each: visible ? [from, to] : [from] } },
          },
          { session, upsert: true, returnDocument: "after", projection: { _id: 1 } },
        )
        .lean<Pick<ChatSessionDoc, "_id">>();
      if (!entered) throw new Error("an upsert returned nothing");
      return entered._id;
    },

    /** Shows a message to its receiver that was held back until now. */
    async reveal(session: Tx, { messageId, from, to, at }: Omit<SessionEntry, "visible">): Promise<void> {
      const [, other] = seatsOf(from, to);
      await model.updateOne(
        { pairKey: pairOf(from, to).join(":") },
        {
          $set: underSeat(other, { lastMessageId: messageId, lastAt: at }),
          $inc: { [`${other}.unread`]: 1 },
          $addToSet: { visibleTo: to },
        },
        { session },
      );
    },

    /** One unread entry less for a user. */
    async markRead(session: Tx, userId: string, otherId: string): Promise<void> {
      const [own] = seatsOf(userId, otherId);
      const pairKey = pairOf(userId, otherId).join(":");
      await model.updateOne({ pairKey, [`${own}.unread`]: { $gt: 0 } }, { $inc: { [`${own}.unread`]: -1 } }, { session });
    },

    async page(userId: string, page: PageRequest): Promise<{ items: ChatSessionDoc[]; total: number }> {
      const query = { visibleTo: userId };
      const items = model.find(query).sort({ lastMessageAt: -1, _id: -1 }).skip(skipOf(page)).limit(page.limit).lean<ChatSessionDoc[]>();
      const [found, total] = await Promise.all([items.exec(), model.countDocuments(query)]);
      return { items: found, total };
    },
  };
}

function underSeat(seat: SeatName, fields: Partial<SeatDoc>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${seat}.${name}`, value]));
}
