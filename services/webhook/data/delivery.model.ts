import { type Connection, type Model, Schema } from "mongoose";
import { DELIVERY_FAILURES, DELIVERY_STATUSES, type DeliveryFailure, type DeliveryStatus } from "#libs/contracts/webhook.ts";
import { DAY, SECOND } from "#libs/kernel/clock.ts";
import { modelOf } from "#libs/mongo/model-of.ts";

/** One attempt. Nothing that the receiver wrote is kept. */
export interface AttemptLine {
  readonly at: Date;
  readonly durationMs: number;
  /** HTTP status; null when there was no answer. */
  readonly status: number | null;
  /** One word of ours; null when it succeeded. */
  readonly error: string | null;
}

/** One fact on its way to one endpoint. */
export interface DeliveryDoc {
  readonly _id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly kind: string;
  /** Ids of the people with whose data it is erased. */
  readonly subjects: readonly string[];
  /** The exact text that is signed and sent. */
  readonly body: string;
  readonly status: DeliveryStatus;
  readonly failureReason: DeliveryFailure | null;
  /** Attempts in all. */
  readonly attempts: number;
  /** Attempts since the schedule began, or began anew. */
  readonly tries: number;
  /** When it may be claimed: the next attempt, or the end of the lease of the one that is under way. */
  readonly dueAt: Date;
  /** Who is sending it; null when nobody is. */
  readonly leaseId: string | null;
  /** The latest attempts, oldest first. */
  readonly log: readonly AttemptLine[];
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

/** Holds what waits, and nothing else. */
export const WAITING_INDEX = "waiting_for_endpoint";
const KEPT_SECONDS = (30 * DAY) / SECOND;

const line = new Schema<AttemptLine>(
  {
    at: { type: Date, required: true },
    durationMs: { type: Number, required: true },
    status: { type: Number, default: null },
    error: { type: String, default: null },
  },
  { _id: false, strict: "throw" },
);

const schema = new Schema<DeliveryDoc>(
  {
    _id: { type: String, required: true },
    endpointId: { type: String, required: true },
    eventId: { type: String, required: true },
    kind: { type: String, required: true },
    subjects: { type: [String], required: true },
    body: { type: String, required: true },
    status: { type: String, required: true, enum: DELIVERY_STATUSES },
    failureReason: { type: String, enum: [...DELIVERY_FAILURES, null], default: null },
    attempts: { type: Number, required: true },
    tries: { type: Number, required: true },
    dueAt: { type: Date, required: true },
    leaseId: { type: String, default: null },
    log: { type: [line], required: true },
    createdAt: { type: Date, required: true },
    finishedAt: { type: Date, default: null },
  },
  { versionKey: false, strict: "throw" },
);
schema.index({ endpointId: 1, eventId: 1 }, { name: "once_per_endpoint", unique: true });
schema.index({ endpointId: 1, status: 1, dueAt: 1 }, { name: "due" });
schema.index({ endpointId: 1, status: 1, finishedAt: 1 }, { name: "given_up" });
schema.index({ endpointId: 1, createdAt: -1, _id: -1 }, { name: "of_endpoint" });
schema.index({ endpointId: 1, status: 1, createdAt: -1, _id: -1 }, { name: "of_endpoint_by_status" });
schema.index({ endpointId: 1, dueAt: 1 }, { name: WAITING_INDEX, partialFilterExpression: { status: "PENDING" } });
schema.index({ subjects: 1 }, { name: "about" });
schema.index({ createdAt: 1 }, { name: "retention", expireAfterSeconds: KEPT_SECONDS });

export function deliveryModel(connection: Connection): Model<DeliveryDoc> {
  return modelOf(connection, "webhook_deliveries", schema);
}
