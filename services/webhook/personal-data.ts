import type { Connection } from "mongoose";
import type { PersonalData } from "#libs/personal-data/personal-data.ts";
import { erased, fields, retained } from "#libs/personal-data/rows.ts";
import { auditTrail, IMPERSONAL, NAMELESS_OUTBOX } from "#libs/personal-data/shared-collections.ts";
import { type DeliveryDoc, deliveryModel } from "./data/delivery.model.ts";
import { type EndpointDoc, endpointModel } from "./data/endpoint.model.ts";

/** What this service knows about people, and what becomes of it when their account is deleted. */
export function webhookPersonalData(connection: Connection): PersonalData {
  return {
    rows: [
      erased(
        deliveryModel(connection),
        ({ userId, creatorId }) => ({ subjects: { $in: [userId, ...(creatorId === null ? [] : [creatorId])] } }),
        fields<DeliveryDoc>("kind", "status", "createdAt", "finishedAt"),
      ),
      retained(
        endpointModel(connection),
        "ACCOUNTABILITY",
        ({ userId }) => ({ createdBy: userId }),
        fields<EndpointDoc>("_id", "createdAt", "updatedAt"),
      ),
      auditTrail(connection),
    ],
    impersonal: { ...IMPERSONAL, outbox: NAMELESS_OUTBOX },
  };
}
