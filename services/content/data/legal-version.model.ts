import { type Connection, type Model, Schema } from "mongoose";
import { LEGAL_KINDS, type LegalKind } from "#libs/contracts/content-legal.ts";
import { modelOf } from "#libs/mongo/model-of.ts";

/** One change of a legal text. */
export interface LegalVersionDoc {
  /** Id of the change in the audit of the config service. */
  readonly _id: string;
  readonly kind: LegalKind;
  /** Null: the text was taken back. */
  readonly content: string | null;
  readonly publishedAt: Date;
  /** User id. */
  readonly publishedBy: string;
}

const schema = new Schema<LegalVersionDoc>(
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true, enum: LEGAL_KINDS },
    content: { type: String, default: null },
    publishedAt: { type: Date, required: true },
    publishedBy: { type: String, required: true },
  },
  { versionKey: false, strict: "throw" },
);
schema.index({ kind: 1, publishedAt: -1, _id: -1 }, { name: "history" });

export function legalVersionModel(connection: Connection): Model<LegalVersionDoc> {
  return modelOf(connection, "legal_versions", schema);
}
