import { type Connection, type Model, Schema } from "mongoose";
import { modelOf } from "#libs/mongo/model-of.ts";

/** A document that transactions change so that only one of those at a time commits. */
export interface GuardDoc {
  readonly _id: string;
  readonly changes: number;
}

const schema = new Schema<GuardDoc>(
  { _id: { type: String, required: true }, changes: { type: Number, required: true } },
  { versionKey: false, strict: "throw" },
);

export function guardModel(connection: Connection): Model<GuardDoc> {
  return modelOf(connection, "webhook_guards", schema);
}
