import type { DeliveryDoc } from "./data/delivery.model.ts";

/** A delivery as administrators see it: what was sent stays inside. */
export function deliveryView({ _id, eventId, kind, status, failureReason, attempts, dueAt, log, createdAt, finishedAt }: DeliveryDoc) {
  return {
    ...{ id: _id, eventId, kind, status, failureReason, attempts },
    nextAttemptAt: status === "PENDING" ? dueAt.toISOString() : null,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    log: log.map(({ at, durationMs, status: answered, error }) => ({ at: at.toISOString(), durationMs, status: answered, error })),
  };
}
