import { type Connection, type Model, Schema } from "mongoose";
import { LEGAL_KINDS, type LegalKind } from "#libs/contracts/content-legal.ts";
import { modelOf } from "#libs/mongo/model-of.ts";

/** A user has accepted a version of a legal text. */
export interface LegalAcceptanceDoc {
  readonly _id: string;
  readonly userId: string;
  readonly kind: LegalKind;
  /** When the accepted text was published. */
  readonly version: Date;
  readonly acceptedAt: Date;
}

const schema = new Schema<LegalAcceptanceDoc>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    kind: { type: String, required: true, enum: LEGAL_KINDS },
    version: { type: Date, required: true },
    acceptedAt: { type: Date, required: true },
  },
  { versionKey: false, strict: "throw" },
);
schema.index({ userId: 1, kind: 1, version: 1 }, { name: "once_per_version", unique: true });
schema.index({ userId: 1, acceptedAt: -1, _id: -1 }, { name: "of_user" });

export function legalAcceptanceModel(connection: Connection): Model<LegalAcceptanceDoc> {
  return modelOf(connection, "legal_acceptances", schema);
}
