import { type Connection, type Model, Schema } from "mongoose";
import { EMAIL_MODES, type EmailMode } from "#libs/contracts/notification.ts";
import { modelOf } from "#libs/mongo/model-of.ts";
import type { Switched } from "../domain/preferences.ts";

/** What a user wishes to be told differently; no document: nothing. */
export interface PreferenceDoc {
  /** User id. */
  readonly _id: string;
  /** Only what the user has set, so that a new default reaches everybody else. */
  readonly switched?: Switched;
  /** Null: as the platform has it. */
  readonly emailMode: EmailMode | null;
  readonly updatedAt: Date;
}

const schema = new Schema<PreferenceDoc>(
  {
    _id: { type: String, required: true },
    switched: { type: Schema.Types.Mixed },
    emailMode: { type: String, enum: [...EMAIL_MODES, null], default: null },
    updatedAt: { type: Date, required: true },
  },
  { versionKey: false, strict: "throw" },
);

export function preferenceModel(connection: Connection): Model<PreferenceDoc> {
  return modelOf(connection, "notification_preferences", schema);
}
