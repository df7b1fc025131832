import type { Connection } from "mongoose";
import type { DataSubject, PersonalData, TreatedRows } from "#libs/personal-data/personal-data.ts";
import { anonymised, erased, fields } from "#libs/personal-data/rows.ts";
import { IMPERSONAL, NAMELESS_OUTBOX } from "#libs/personal-data/shared-collections.ts";
import { type DispatchDoc, dispatchModel } from "./data/dispatch.model.ts";
import { type NotificationDoc, notificationModel } from "./data/notification.model.ts";
import { type PreferenceDoc, preferenceModel } from "./data/preference.model.ts";
import { recipientModel } from "./data/recipient.model.ts";
import { recipientStore } from "./data/recipient.store.ts";
import { type SubscriptionDoc, subscriptionModel } from "./data/subscription.model.ts";

/** What notifications of others may say of a user; see `namedUserId`. */
const NAMES = { "data.senderName": 1, "data.creatorName": 1, namedUserId: 1 } as const;

/** What this service knows about people, and what becomes of it when their account is deleted. */
export function notificationPersonalData(connection: Connection): PersonalData {
  const notifications = notificationModel(connection);
  const dispatches = dispatchModel(connection);
  return {
    rows: [
      formerRecipient(connection),
      erased(notifications, ({ userId }) => ({ userId }), fields<NotificationDoc>("eventKey", "data", "read", "readAt", "createdAt")),
      erased(dispatches, ({ userId }) => ({ userId }), fields<DispatchDoc>("kind", "channel", "eventKey", "status", "createdAt")),
      erased(preferenceModel(connection), ({ userId }) => ({ _id: userId }), fields<PreferenceDoc>("switched", "emailMode", "updatedAt")),
      erased(subscriptionModel(connection), ownSubscriptions, fields<SubscriptionDoc>("status", "locale", "createdAt", "confirmedAt")),
      anonymised(notifications, ({ userId }) => ({ namedUserId: userId }), { $unset: NAMES }),
      anonymised(dispatches, ({ userId }) => ({ namedUserId: userId }), { $unset: NAMES }),
    ],
    impersonal: { ...IMPERSONAL, outbox: NAMELESS_OUTBOX },
  };
}

/** An address that was confirmed before its account existed names no user. */
function ownSubscriptions({ userId, addressHash }: DataSubject) {
  return addressHash === null ? { userId } : { $or: [{ userId }, { emailHash: addressHash }] };
}

/** Comes first: whoever is marked as gone gets no notification any more, however late its event arrives. */
function formerRecipient(connection: Connection): TreatedRows {
  const model = recipientModel(connection);
  const recipients = recipientStore(connection);
  return {
    collection: model.collection.collectionName,
    treatment: "ANONYMISE",
    async show({ userId }, after) {
      const row = after === null ? await model.findById(userId).lean() : null;
      return row ? [{ _id: row._id, pieces: [{ locale: row.locale, total: row.total, unread: row.unread }] }] : [];
    },
    treat: async (tx, { userId }) => ({ count: (await recipients.markGone(tx, userId)) ? 1 : 0, more: false }),
  };
}
