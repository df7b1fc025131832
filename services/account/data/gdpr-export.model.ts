import { type Connection, type Model, Schema } from "mongoose";
import { modelOf } from "#libs/mongo/model-of.ts";

/** One document of an export. */
export interface GdprExportPart {
  /** `<request id>:<part>` */
  readonly _id: string;
  readonly requestId: string;
  readonly userId: string;
  /** From 1. */
  readonly part: number;
  /** JSON, sealed and bound to its id and its owner. */
  readonly sealed: string;
  readonly expiresAt: Date;
}

const schema = new Schema<GdprExportPart>(
  {
    _id: { type: String, required: true },
    requestId: { type: String, required: true },
    userId: { type: String, required: true },
    part: { type: Number, required: true },
    sealed: { type: String, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, strict: "throw" },
);
schema.index({ userId: 1 }, { name: "of_user" });
schema.index({ expiresAt: 1 }, { name: "retention", expireAfterSeconds: 0 });

export function gdprExportModel(connection: Connection): Model<GdprExportPart> {
  return modelOf(connection, "gdpr_exports", schema);
}
