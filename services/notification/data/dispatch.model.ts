import { type Connection, type Model, Schema } from "mongoose";
import type { Channel, NotificationKey } from "#libs/contracts/notification.ts";
import { DAY, SECOND } from "#libs/kernel/clock.ts";
import { modelOf } from "#libs/mongo/model-of.ts";
import type { NoticeData } from "../domain/notice.ts";

const KEPT_SECONDS = (30 * DAY) / SECOND;

/** NOTICE: one notification. DIGEST: those of a user gathered for one day. CONFIRM_SUBSCRIPTION: the link of an e-mail subscription. */
const DISPATCH_KINDS = ["NOTICE", "DIGEST", "CONFIRM_SUBSCRIPTION"] as const;

/** GATHERED: waits for its digest. The last three are final. */
const DISPATCH_STATUSES = ["PENDING", "GATHERED", "SENT", "SKIPPED", "FAILED"] as const;
export type DispatchStatus = (typeof DISPATCH_STATUSES)[number];

/** The channels that leave the application. */
export type OutwardChannel = Exclude<Channel, "IN_APP">;

/** One thing to be sent to one user through one channel. */
export interface DispatchDoc {
  readonly _id: string;
  readonly kind: (typeof DISPATCH_KINDS)[number];
  /** What caused it: the same cause never sends twice. */
  readonly eventId: string;
  /** Null for an address without a user. */
  readonly userId: string | null;
  /** Of a NOTICE. */
  readonly eventKey: NotificationKey | null;
  readonly channel: OutwardChannel;
  readonly data: NoticeData | null;
  /** Whose name is among the data, when there is one. */
  readonly namedUserId?: string | undefined;
  /** Of a CONFIRM_SUBSCRIPTION. */
  readonly subscriptionId: string | null;
  readonly status: DispatchStatus;
  /** Begun so far. */
  readonly attempts: number;
  /** Not before; for one under way: when its lease ends and somebody else takes over. */
  readonly nextAt: Date;
  /** Who is at it. */
  readonly lease: string | null;
  /** The digest that a GATHERED one goes out with. */
  readonly digestId: string | null;
  /** Notifications gathered in a DIGEST. */
  readonly items: number;
  /** Why it was skipped or failed. */
  readonly reason: string | null;
  readonly happenedAt: Date;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

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
schema.index({ digestId: 1 }, { name: "of_digest", partialFilterExpression: { digestId: { $gt: "" } } });
schema.index({ userId: 1 }, { name: "of_user" });
schema.index({ namedUserId: 1 }, { name: "of_named", partialFilterExpression: { namedUserId: { $gt: "" } } });
schema.index({ createdAt: 1 }, { name: "retention", expireAfterSeconds: KEPT_SECONDS });

export function dispatchModel(connection: Connection): Model<DispatchDoc> {
  return modelOf(connection, "notification_dispatches", schema);
}
