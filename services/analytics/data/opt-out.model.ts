import { type Connection, type Model, Schema } from "mongoose";
import { modelOf } from "#libs/mongo/model-of.ts";

/** A visitor who wants no further visit recorded. */
export interface OptOut {
  /** Visitor hash. */
  readonly _id: string;
  readonly createdAt: Date;
}

const schema = new Schema<OptOut>(
  { _id: { type: String, required: true }, createdAt: { type: Date, required: true } },
  { versionKey: false, strict: "throw" },
);

export function optOutModel(connection: Connection): Model<OptOut> {
  return modelOf(connection, "opt_outs", schema);
}
