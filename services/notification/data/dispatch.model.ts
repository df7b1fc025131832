import type { Channel, NotificationKey } from "#libs/contracts/notification/index.ts";
import { DAY, SECOND } from "#libs/kernel/clock.ts";
import { date, json, nullable, number, of, oneOf, optional, text } from "#libs/kernel/fields.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import type { NoticeData } from "../domain/notice.ts";

const RETENTION_SECONDS = (30 * DAY) / SECOND;

/** NOTICE: one notification. DIGEST: the notices of a user for one day. CONFIRM_SUBSCRIPTION: the link of an e-mail subscription. */
const DISPATCH_KINDS = ["NOTICE", "DIGEST", "CONFIRM_SUBSCRIPTION"] as const;

/** GATHERED: added to a digest that is not sent yet. The last three are final. */
const DISPATCH_STATUSES = ["PENDING", "GATHERED", "SENT", "SKIPPED", "FAILED"] as const;
export type DispatchStatus = (typeof DISPATCH_STATUSES)[number];

/** The channels that leave the application. */
export type OutwardChannel = Exclude<Channel, "IN_APP">;

/** One mail or short message to one user. */
export interface DispatchDoc extends DocumentIn<typeof dispatches> {}

/** Matches the `lease` of leased dispatches; their partial index needs it. */
export const LEASED = { $gt: "" } as const;

export const dispatches = defineCollection({
  name: "notification_dispatches",
  fields: {
    _id: text,
    kind: oneOf(DISPATCH_KINDS),
    /** The event that caused it; one event causes one dispatch of a key for a user and channel. */
    eventId: text,
    /** Null for an address without an account. */
    userId: nullable(text),
    /** Of a NOTICE. */
    eventKey: nullable(of<NotificationKey>()),
    channel: of<OutwardChannel>(),
    data: nullable(json<NoticeData>()),
    /** The user whose name is in the data, if any. */
    namedUserId: optional(text),
    /** Of a CONFIRM_SUBSCRIPTION. */
    subscriptionId: nullable(text),
    status: oneOf(DISPATCH_STATUSES),
    /** Attempts begun so far. */
    attempts: number,
    /** When it may be claimed: at the next attempt, or at the end of the lease of the current one. */
    nextAt: date,
    /** Lease of the process that is sending it; null when no attempt is under way. */
    lease: nullable(text),
    /** The digest to which a GATHERED one was added. */
    digestId: nullable(text),
    /** Notices in a DIGEST. */
    items: number,
    /** Why it was skipped or failed. */
    reason: nullable(text),
    happenedAt: date,
    createdAt: date,
    endedAt: nullable(date),
  },
  indexes: [
    { name: "once_per_event", key: { eventId: 1, userId: 1, eventKey: 1, channel: 1 }, unique: true },
    { name: "due", key: { status: 1, nextAt: 1 } },
    { name: "leased", key: { nextAt: 1, lease: 1, status: 1 }, partialFilterExpression: { lease: LEASED } },
    { name: "of_digest", key: { digestId: 1 }, partialFilterExpression: { digestId: { $gt: "" } } },
    { name: "of_user", key: { userId: 1 } },
    { name: "of_named", key: { namedUserId: 1 }, partialFilterExpression: { namedUserId: { $gt: "" } } },
    { name: "retention", key: { createdAt: 1 }, expireAfterSeconds: RETENTION_SECONDS },
  ],
});
