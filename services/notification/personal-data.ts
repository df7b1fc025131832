import type { Database } from "#libs/platform/mongo/database.ts";
import type { DataSubject, PersonalData, TreatedRows } from "#libs/platform/personal-data/personal-data.ts";
import { anonymized, erased, fields } from "#libs/platform/personal-data/rows.ts";
import { IMPERSONAL, OUTBOX_WITHOUT_NAMES } from "#libs/platform/personal-data/shared-collections.ts";
import { type DispatchDoc, dispatches } from "./data/dispatch.model.ts";
import { type NotificationDoc, notifications } from "./data/notification.model.ts";
import { type PreferenceDoc, preferences } from "./data/preference.store.ts";
import { recipients } from "./data/recipient.model.ts";
import { recipientStore } from "./data/recipient.store.ts";
import { type SubscriptionDoc, subscriptions } from "./data/subscription.model.ts";

/** The name of a user in the notifications of others, and the id that finds it. */
const NAME_FIELDS = { "data.senderName": 1, "data.creatorName": 1, namedUserId: 1 } as const;

/** The treatment of each collection when the account of a user is deleted. */
export function notificationPersonalData(database: Database): PersonalData {
  return {
    rows: [
      deletedRecipient(database),
      erased(database.collection(notifications), ownedBy, fields<NotificationDoc>("eventKey", "data", "read", "readAt", "createdAt")),
      erased(database.collection(dispatches), ownedBy, fields<DispatchDoc>("kind", "channel", "eventKey", "status", "createdAt")),
      erased(
        database.collection(preferences),
        ({ userId }) => ({ _id: userId }),
        fields<PreferenceDoc>("switched", "emailMode", "updatedAt"),
      ),
      erased(database.collection(subscriptions), ownSubscriptions, fields<SubscriptionDoc>("status", "locale", "createdAt", "confirmedAt")),
      namingNotifications(database),
      anonymized(database.collection(dispatches), naming, { $unset: NAME_FIELDS }),
    ],
    impersonal: { ...IMPERSONAL, outbox: OUTBOX_WITHOUT_NAMES },
  };
}

const ownedBy = ({ userId }: DataSubject) => ({ userId });
const naming = ({ userId }: DataSubject) => ({ namedUserId: userId });

/** An address that was confirmed before its account existed is found by its hash, because its subscription has no user. */
function ownSubscriptions({ userId, addressHash }: DataSubject) {
  return addressHash === null ? { userId } : { $or: [{ userId }, { emailHash: addressHash }] };
}

/** Changes the lists that contain the name as well, so that no cached first page shows it any longer. */
function namingNotifications(database: Database): TreatedRows {
  const rows = database.collection(notifications);
  const store = recipientStore(database);
  return {
    ...anonymized(rows, naming, { $unset: NAME_FIELDS }),
    async treat(tx, subject, limit) {
      const found = await rows.find<Pick<NotificationDoc, "_id" | "userId">>(naming(subject), { tx, projection: { userId: 1 }, limit });
      if (found.length > 0) {
        await rows.updateMany({ _id: { $in: found.map(({ _id }) => _id) } }, { $unset: NAME_FIELDS }, { tx });
        await store.addRedaction(tx, [...new Set(found.map(({ userId }) => userId))]);
      }
      return { count: found.length, more: found.length === limit };
    },
  };
}

/** Comes first: once a recipient is marked as deleted, late events add no notification. */
function deletedRecipient(database: Database): TreatedRows {
  const rows = database.collection(recipients);
  const store = recipientStore(database);
  return {
    collection: rows.name,
    treatment: "ANONYMIZE",
    async show({ userId }, after) {
      const row = after === null ? await rows.findOne({ _id: userId }) : null;
      return row ? [{ _id: row._id, pieces: [{ locale: row.locale, total: row.total, unread: row.unread }] }] : [];
    },
    treat: async (tx, { userId }) => ({ count: (await store.markDeleted(tx, userId)) ? 1 : 0, more: false }),
  };
}
