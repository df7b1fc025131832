import { type Connection, type Model, Schema } from "mongoose";
import { modelOf } from "#libs/mongo/model-of.ts";
import type { Change } from "../domain/change.ts";

export interface ConfigAuditRow extends Change {
  readonly _id: string;
  readonly changedBy: string;
  readonly changedAt: Date;
}

const schema = new Schema<ConfigAuditRow>(
  {
    _id: { type: String, required: true },
    key: { type: String, required: true },
    domain: { type: String, required: true },
    action: { type: String, required: true },
    existed: { type: Boolean, required: true },
    oldValue: { type: Schema.Types.Mixed, default: null },
    newValue: { type: Schema.Types.Mixed, default: null },
    scope: { type: Schema.Types.Mixed, default: null },
    reason: { type: String, default: null },
    changedBy: { type: String, required: true },
    changedAt: { type: Date, required: true },
  },
  { versionKey: false, minimize: false },
);
schema.index({ changedAt: -1, _id: -1 });
schema.index({ domain: 1, changedAt: -1, _id: -1 });
schema.index({ changedBy: 1, changedAt: -1, _id: -1 });
schema.index({ key: 1, changedAt: -1, _id: -1 });

export function configAuditModel(connection: Connection): Model<ConfigAuditRow> {
  return modelOf(connection, "config_audit", schema);
}
