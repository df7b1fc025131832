import type { DeliveryRow } from "../data/delivery.store.ts";

/** A delivery as administrators see it, without its body. */
export function deliveryView({ _id, eventId, kind, status, failureReason, attempts, dueAt, log, createdAt, finishedAt }: DeliveryRow) {
  return {
    ...{ id: _id, eventId, kind, status, failureReason, attempts },
    nextAttemptAt: status === "PENDING" ? dueAt.toISOString() : null,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    log: log.map(({ at, durationMs, status: answerStatus, error }) => ({ at: at.toISOString(), durationMs, status: answerStatus, error })),
  };
}
