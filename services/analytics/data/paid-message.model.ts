import { type Connection, type Model, Schema } from "mongoose";
import { modelOf } from "#libs/mongo/model-of.ts";

/** A paid message that reached a creator: where the way from a bio page ends. Of its sender nothing is known here. */
export interface PaidMessage {
  /** Message id. */
  readonly _id: string;
  /** User id of the creator. */
  readonly creatorUserId: string;
  readonly sentAt: Date;
}

const schema = new Schema<PaidMessage>(
  { _id: { type: String, required: true }, creatorUserId: { type: String, required: true }, sentAt: { type: Date, required: true } },
  { versionKey: false, strict: "throw" },
);
schema.index({ creatorUserId: 1, sentAt: 1 });
schema.index({ sentAt: 1 });

export function paidMessageModel(connection: Connection): Model<PaidMessage> {
  return modelOf(connection, "paid_messages", schema);
}
