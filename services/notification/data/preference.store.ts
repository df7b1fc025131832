import type { Connection } from "mongoose";
import type { Channel, EmailMode, NotificationKey } from "#libs/contracts/notification.ts";
import { isDuplicateKey } from "#libs/mongo/duplicate-key.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import { type PreferenceDoc, preferenceModel } from "./preference.model.ts";

/** One switch of one key. */
export interface Wish {
  readonly eventKey: NotificationKey;
  readonly channel: Channel;
  readonly on: boolean;
}

export type PreferenceStore = ReturnType<typeof preferenceStore>;

export function preferenceStore(connection: Connection) {
  const model = preferenceModel(connection);
  return {
    find(userId: string, session: Tx | null = null): Promise<PreferenceDoc | null> {
      return model.findById(userId).session(session).lean<PreferenceDoc>().exec();
    },

    /** Sets single switches, so that changes made at the same time never undo each other. Returns what is set then. */
    async set(userId: string, wishes: readonly Wish[], emailMode: EmailMode | null, updatedAt: Date): Promise<PreferenceDoc | null> {
      const switches = wishes.map(({ eventKey, channel, on }) => [`switched.${eventKey}.${channel}`, on]);
      const $set = { ...Object.fromEntries(switches), ...(emailMode && { emailMode }), updatedAt };
      const write = () =>
        model.findOneAndUpdate({ _id: userId }, { $set }, { upsert: true, returnDocument: "after" }).lean<PreferenceDoc>().exec();
      try {
        return await write();
      } catch (error) {
        // The first two changes of a user met.
        if (!isDuplicateKey(error)) throw error;
        return write();
      }
    },
  };
}
