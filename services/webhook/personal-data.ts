import type { Database } from "#libs/platform/mongo/database.ts";
import type { PersonalData } from "#libs/platform/personal-data/personal-data.ts";
import { erased, fields, retained } from "#libs/platform/personal-data/rows.ts";
import { auditTrail, IMPERSONAL, OUTBOX_WITHOUT_NAMES } from "#libs/platform/personal-data/shared-collections.ts";
import { type DeliveryDoc, deliveries } from "./data/delivery.model.ts";
import { type EndpointDoc, endpoints } from "./data/endpoint.model.ts";

/** The treatment of each collection when the account of a user is deleted. */
export function webhookPersonalData(database: Database): PersonalData {
  return {
    rows: [
      erased(
        database.collection(deliveries),
        ({ userId, creatorId }) => ({ subjects: { $in: [userId, ...(creatorId === null ? [] : [creatorId])] } }),
        fields<DeliveryDoc>("kind", "status", "createdAt", "finishedAt"),
      ),
      retained(
        database.collection(endpoints),
        "ACCOUNTABILITY",
        ({ userId }) => ({ createdBy: userId }),
        fields<EndpointDoc>("_id", "createdAt", "updatedAt"),
      ),
      auditTrail(database),
    ],
    impersonal: { ...IMPERSONAL, outbox: OUTBOX_WITHOUT_NAMES },
  };
}
