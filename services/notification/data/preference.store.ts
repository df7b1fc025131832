import { type Channel, EMAIL_MODES, type EmailMode, type NotificationKey } from "#libs/contracts/notification/index.ts";
import { date, json, nullable, oneOf, optional, text } from "#libs/kernel/fields.ts";
import { batchedQuery } from "#libs/platform/mongo/batched-query.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import type { ChannelSwitches } from "../domain/preferences.ts";

/** The settings of a user who has changed any. */
export interface PreferenceDoc extends DocumentIn<typeof preferences> {}

export const preferences = defineCollection({
  name: "notification_preferences",
  fields: {
    /** User id. */
    _id: text,
    /** Only the switches that the user has set, so that changed defaults apply to all others. */
    switched: optional(json<ChannelSwitches>()),
    /** Null: the mode of the platform. */
    emailMode: nullable(oneOf(EMAIL_MODES)),
    updatedAt: date,
  },
});

/** Switches one channel of one key on or off. */
interface PreferenceChange {
  readonly eventKey: NotificationKey;
  readonly channel: Channel;
  readonly on: boolean;
}

export interface PreferenceStore {
  /** Null when the user has changed nothing. */
  find(userId: string): Promise<PreferenceDoc | null>;
  /**
   * Sets single switches, so that simultaneous changes never undo each other. Returns the updated preferences.
   * @param emailMode null: unchanged
   */
  update(userId: string, changes: readonly PreferenceChange[], emailMode: EmailMode | null, now: Date): Promise<PreferenceDoc | null>;
}

export function preferenceStore(database: Collections): PreferenceStore {
  const rows = database.collection(preferences);
  return {
    find: batchedQuery("notification.findPreferences", async (userIds) => {
      const found = await rows.find({ _id: { $in: [...new Set(userIds)] } });
      const byUser = new Map(found.map((preferences) => [preferences._id, preferences]));
      return userIds.map((userId) => byUser.get(userId) ?? null);
    }),

    async update(userId, changes, emailMode, now) {
      const switches = changes.map(({ eventKey, channel, on }) => [`switched.${eventKey}.${channel}`, on]);
      const $set = { ...Object.fromEntries(switches), ...(emailMode && { emailMode }), updatedAt: now };
      const write = () => rows.findOneAndUpdate({ _id: userId }, { $set }, { upsert: true, returnDocument: "after" });
      try {
        return await write();
      } catch (error) {
        // A parallel request has inserted the document; now it can be updated.
        if (!isDuplicateKey(error)) throw error;
        return write();
      }
    },
  };
}
