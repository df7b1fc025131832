import { uuid } from "#libs/kernel/ids.ts";
import type { DeliveryDoc } from "../data/delivery.model.ts";

/** The part of a delivery that all endpoints of an event share. */
type DeliveryContent = Pick<DeliveryDoc, "eventId" | "kind" | "subjects" | "body" | "traceparent">;

/** A delivery that is due at once. */
export function newDelivery(endpointId: string, content: DeliveryContent, now: Date): DeliveryDoc {
  return {
    ...{ _id: uuid(), endpointId, ...content, status: "PENDING", failureReason: null },
    ...{ attempts: 0, tries: 0, dueAt: now, leaseId: null, log: [], createdAt: now, finishedAt: null },
  };
}
