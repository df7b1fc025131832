import { type Connection, type Model, Schema } from "mongoose";
import { modelOf } from "#libs/mongo/model-of.ts";
import type { MessageCounts } from "../domain/statistics.ts";

/** What happened to the messages of one creator on one day in UTC. */
export interface CreatorDay extends MessageCounts {
  /** `<user id>:<day>` */
  readonly _id: string;
  readonly userId: string;
  /** YYYY-MM-DD */
  readonly day: string;
  readonly expiresAt: Date;
}

const count = { type: Number, required: true } as const;

const schema = new Schema<CreatorDay>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    day: { type: String, required: true },
    sent: count,
    replied: count,
    paidReplied: count,
    expired: count,
    declined: count,
    replyTimes: { type: Schema.Types.Mixed, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, minimize: false },
);
schema.index({ userId: 1, day: 1 });
schema.index({ expiresAt: 1 }, { name: "retention", expireAfterSeconds: 0 });

export function creatorDayModel(connection: Connection): Model<CreatorDay> {
  return modelOf(connection, "creator_days", schema);
}
