import { type Connection, type Model, Schema } from "mongoose";
import { modelOf } from "#libs/mongo/model-of.ts";

export interface KillSwitchRow {
  /** The system that is switched. */
  readonly _id: string;
  /** True: switched off. */
  readonly active: boolean;
  readonly reason: string | null;
  readonly updatedAt: Date;
  readonly updatedBy: string;
}

const schema = new Schema<KillSwitchRow>(
  {
    _id: { type: String, required: true },
    active: { type: Boolean, required: true },
    reason: { type: String, default: null },
    updatedAt: { type: Date, required: true },
    updatedBy: { type: String, required: true },
  },
  { versionKey: false },
);

export function killSwitchModel(connection: Connection): Model<KillSwitchRow> {
  return modelOf(connection, "kill_switches", schema);
}
