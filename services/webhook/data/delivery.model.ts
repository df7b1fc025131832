import { DELIVERY_FAILURES, DELIVERY_STATUSES } from "#libs/contracts/webhook/index.ts";
import { DAY, SECOND } from "#libs/kernel/clock.ts";
import { type DocumentOf, date, list, nullable, number, object, oneOf, optional, text } from "#libs/kernel/fields.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";

/** One attempt. It stores no content of the receiver's response. */
export interface AttemptRecord extends DocumentOf<typeof attempt> {}

/** One event that is delivered to one endpoint. */
export interface DeliveryDoc extends DocumentIn<typeof deliveries> {}

/** Index of the pending deliveries only. */
export const PENDING_INDEX = "waiting_for_endpoint";
/** Matches the `leaseId` of leased deliveries; their partial index needs it. */
export const LEASED = { $gt: "" } as const;
const RETENTION_SECONDS = (30 * DAY) / SECOND;

const attempt = {
  at: date,
  durationMs: number,
  /** HTTP status; null when there was no answer. */
  status: nullable(number),
  /** Our code for the failure; null when the attempt succeeded. */
  error: nullable(text),
};

export const deliveries = defineCollection({
  name: "webhook_deliveries",
  fields: {
    _id: text,
    endpointId: text,
    eventId: text,
    kind: text,
    /** Ids of the users and creators with whose data it is erased. */
    subjects: list(text),
    /** The exact text that is signed and sent. */
    body: text,
    /** Trace of the event, if it is traced. */
    traceparent: optional(text),
    status: oneOf(DELIVERY_STATUSES),
    failureReason: nullable(oneOf(DELIVERY_FAILURES)),
    /** All attempts. */
    attempts: number,
    /** Attempts since the retry schedule began, or was restarted. */
    tries: number,
    /** When it may be claimed: at the next attempt, or at the end of the lease of the current one. */
    dueAt: date,
    /** Lease of the process that is sending it; null when no attempt is under way. */
    leaseId: nullable(text),
    /** The latest attempts, oldest first. */
    log: list(object(attempt)),
    createdAt: date,
    finishedAt: nullable(date),
  },
  indexes: [
    { name: "once_per_endpoint", key: { endpointId: 1, eventId: 1 }, unique: true },
    { name: "due", key: { endpointId: 1, status: 1, dueAt: 1 } },
    { name: "given_up", key: { endpointId: 1, status: 1, finishedAt: 1 } },
    { name: "of_endpoint", key: { endpointId: 1, createdAt: -1, _id: -1 } },
    { name: "of_endpoint_by_status", key: { endpointId: 1, status: 1, createdAt: -1, _id: -1 } },
    { name: PENDING_INDEX, key: { endpointId: 1, dueAt: 1 }, partialFilterExpression: { status: "PENDING" } },
    { name: "leased", key: { endpointId: 1, dueAt: 1, leaseId: 1 }, partialFilterExpression: { leaseId: LEASED } },
    { name: "about", key: { subjects: 1 } },
    { name: "retention", key: { createdAt: 1 }, expireAfterSeconds: RETENTION_SECONDS },
  ],
});
