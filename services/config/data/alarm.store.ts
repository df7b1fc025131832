import { date, nullable, number, of, text } from "#libs/kernel/fields.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import type { AlarmName } from "#libs/policies/alarms.ts";
import type { Reading } from "../domain/evaluate-alarms.ts";

export interface AlarmDoc extends DocumentIn<typeof alarms> {}

export const alarms = defineCollection({
  name: "alarms",
  fields: {
    /** `<alarm>:<process>` */
    _id: text,
    alarm: of<AlarmName>(),
    process: text,
    value: number,
    /** When it was raised. */
    since: date,
    /** Null while the alarm is active. */
    endedAt: nullable(date),
    /** Time of the last mail to staff about it; null: none yet. */
    mailedAt: nullable(date),
  },
  unknownFields: "drop",
});

/** At most one row for each alarm and process. */
export interface AlarmStore {
  list(): Promise<AlarmDoc[]>;
  /** Raises an alarm that is not active. @param mailedAt prevents another mail to staff */
  raise(reading: Reading, since: Date, mailedAt: Date | null): Promise<void>;
  /** Updates the value of an active alarm. */
  update(reading: Reading): Promise<void>;
  end(alarmId: string, at: Date): Promise<void>;
  /** Claims the mail about an alarm. False when another process has claimed it. */
  claimMail(alarmId: string, at: Date): Promise<boolean>;
  /** Gives a claim back, because the mail was not sent. */
  releaseMail(alarmId: string): Promise<void>;
}

const MAX_ALARMS = 1_000;

export const alarmIdOf = ({ alarm, process }: Pick<Reading, "alarm" | "process">): string => `${alarm}:${process}`;

export function alarmStore(database: Collections): AlarmStore {
  const rows = database.collection(alarms);
  return {
    list: () => rows.find({}, { limit: MAX_ALARMS }),
    async raise(reading, since, mailedAt) {
      const { alarm, process, value } = reading;
      const state = { alarm, process, value, since, endedAt: null, mailedAt };
      await rows.updateOne({ _id: alarmIdOf(reading) }, { $set: state }, { upsert: true });
    },
    async update(reading) {
      await rows.updateOne({ _id: alarmIdOf(reading) }, { $set: { value: reading.value } });
    },
    async end(_id, endedAt) {
      await rows.updateOne({ _id }, { $set: { endedAt } });
    },
    async claimMail(_id, mailedAt) {
      const { modifiedCount } = await rows.updateOne({ _id, mailedAt: null }, { $set: { mailedAt } });
      return modifiedCount === 1;
    },
    async releaseMail(_id) {
      await rows.updateOne({ _id }, { $set: { mailedAt: null } });
    },
  };
}
