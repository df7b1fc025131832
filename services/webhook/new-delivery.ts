import { uuid } from "#libs/kernel/ids.ts";
import type { DeliveryDoc } from "./data/delivery.model.ts";

/** A delivery that is due at once. */
export function newDelivery(endpointId: string, text: Pick<DeliveryDoc, "eventId" | "kind" | "subjects" | "body">, now: Date): DeliveryDoc {
  return {
    ...{ _id: uuid(), endpointId, ...text, status: "PENDING", failureReason: null },
    ...{ attempts: 0, tries: 0, dueAt: now, leaseId: null, log: [], createdAt: now, finishedAt: null },
  };
}
