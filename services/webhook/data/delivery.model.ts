import { Schema } from "mongoose";
import { DELIVERY_FAILURES, DELIVERY_STATUSES, type DeliveryFailure, type DeliveryStatus } from "#libs/contracts/webhook/index.ts";
import { DAY, SECOND } from "#libs/kernel/clock.ts";
import type { CollectionDefinition } from "#libs/platform/mongo/collection.ts";

/** One attempt. Nothing that the receiver wrote is kept. */
export interface AttemptRecord {
  readonly at: Date;
  readonly durationMs: number;
  /** HTTP status; null when there was no answer. */
  readonly status: number | null;
  /** Our code for the failure; null when the attempt succeeded. */
  readonly error: string | null;
}

/** One event that is delivered to one endpoint. */
export interface DeliveryDoc {
  readonly _id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly kind: string;
  /** Ids of the users and creators with whose data it is erased. */
  readonly subjects: readonly string[];
  /** The exact text that is signed and sent. */
  readonly body: string;
  /** Of the fact, where it is traced. */
  readonly traceparent?: string;
  readonly status: DeliveryStatus;
  readonly failureReason: DeliveryFailure | null;
  /** Attempts in all. */
  readonly attempts: number;
  /** Attempts since the retry schedule began, or was restarted. */
  readonly tries: number;
  /** When it may be claimed: at the next attempt, or at the end of the lease of the current one. */
  readonly dueAt: Date;
  /** Lease of the process that is sending it; null when no attempt is under way. */
  readonly leaseId: string | null;
  /** The latest attempts, oldest first. */
  readonly log: readonly AttemptRecord[];
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

/** Index of the pending deliveries only. */
export const PENDING_INDEX = "waiting_for_endpoint";
/** Matches the `leaseId` of deliveries that are leased; the index of them needs it. */
export const LEASED = { $gt: "" } as const;
const RETENTION_SECONDS = (30 * DAY) / SECOND;

const attempt = new Schema<AttemptRecord>(
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
    traceparent: String,
    status: { type: String, required: true, enum: DELIVERY_STATUSES },
    failureReason: { type: String, enum: [...DELIVERY_FAILURES, null], default: null },
    attempts: { type: Number, required: true },
    tries: { type: Number, required: true },
    dueAt: { type: Date, required: true },
    leaseId: { type: String, default: null },
    log: { type: [attempt], required: true },
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
schema.index({ endpointId: 1, dueAt: 1 }, { name: PENDING_INDEX, partialFilterExpression: { status: "PENDING" } });
schema.index({ endpointId: 1, dueAt: 1, leaseId: 1 }, { name: "leased", partialFilterExpression: { leaseId: LEASED } });
schema.index({ subjects: 1 }, { name: "about" });
schema.index({ createdAt: 1 }, { name: "retention", expireAfterSeconds: RETENTION_SECONDS });

export const deliveries: CollectionDefinition<DeliveryDoc> = { name: "webhook_deliveries", schema };
