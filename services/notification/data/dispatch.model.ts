import { Schema } from "mongoose";
import type { Channel, NotificationKey } from "#libs/contracts/notification/index.ts";
import { DAY, SECOND } from "#libs/kernel/clock.ts";
import type { CollectionDefinition } from "#libs/platform/mongo/collection.ts";
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
export interface DispatchDoc {
  readonly _id: string;
  readonly kind: (typeof DISPATCH_KINDS)[number];
  /** The event that caused it; one event causes one dispatch of a key for a user and channel. */
  readonly eventId: string;
  /** Null for an address without an account. */
  readonly userId: string | null;
  /** Of a NOTICE. */
  readonly eventKey: NotificationKey | null;
  readonly channel: OutwardChannel;
  readonly data: NoticeData | null;
  /** The user whose name is in the data, if any. */
  readonly namedUserId?: string | undefined;
  /** Of a CONFIRM_SUBSCRIPTION. */
  readonly subscriptionId: string | null;
  readonly status: DispatchStatus;
  /** Attempts begun so far. */
  readonly attempts: number;
  /** When it may be claimed: at the next attempt, or at the end of the lease of the current one. */
  readonly nextAt: Date;
  /** Lease of the process that is sending it; null when no attempt is under way. */
  readonly lease: string | null;
  /** The digest to which a GATHERED one was added. */
  readonly digestId: string | null;
  /** Notices in a DIGEST. */
  readonly items: number;
  /** Why it was skipped or failed. */
  readonly reason: string | null;
  readonly happenedAt: Date;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

/** Matches the `lease` of dispatches that are leased; the index of them needs it. */
export const LEASED = { $gt: "" } as const;

const schema = new Schema<DispatchDoc>(
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true, enum: DISPATCH_KINDS },
    eventId: { type: String, required: true },
    userId: { type: String, default: null },
    eventKey: { type: String, default: null },
    channel: { type: String, required: true },
    data: { type: Schema.Types.Mixed, default: null },
    namedUserId: String,
    subscriptionId: { type: String, default: null },
    status: { type: String, required: true, enum: DISPATCH_STATUSES },
    attempts: { type: Number, required: true },
    nextAt: { type: Date, required: true },
    lease: { type: String, default: null },
    digestId: { type: String, default: null },
    items: { type: Number, required: true },
    reason: { type: String, default: null },
    happenedAt: { type: Date, required: true },
    createdAt: { type: Date, required: true },
    endedAt: { type: Date, default: null },
  },
  { versionKey: false, strict: "throw", minimize: false },
);
schema.index({ eventId: 1, userId: 1, eventKey: 1, channel: 1 }, { name: "once_per_event", unique: true });
schema.index({ status: 1, nextAt: 1 }, { name: "due" });
schema.index({ nextAt: 1, lease: 1, status: 1 }, { name: "leased", partialFilterExpression: { lease: LEASED } });
schema.index({ digestId: 1 }, { name: "of_digest", partialFilterExpression: { digestId: { $gt: "" } } });
schema.index({ userId: 1 }, { name: "of_user" });
schema.index({ namedUserId: 1 }, { name: "of_named", partialFilterExpression: { namedUserId: { $gt: "" } } });
schema.index({ createdAt: 1 }, { name: "retention", expireAfterSeconds: RETENTION_SECONDS });

export const dispatches: CollectionDefinition<DispatchDoc> = { name: "notification_dispatches", schema };
