import type { Database } from "#libs/platform/mongo/database.ts";
import type { PersonalData } from "#libs/platform/personal-data/personal-data.ts";
import { erased, fields, retained } from "#libs/platform/personal-data/rows.ts";
import { auditTrail, IMPERSONAL, OUTBOX_WITHOUT_NAMES } from "#libs/platform/personal-data/shared-collections.ts";
import { type LegalAcceptanceDoc, legalAcceptances } from "./data/legal-acceptance.store.ts";
import { type SupportTicketDoc, supportTickets } from "./data/support-ticket.model.ts";

/** The personal data of this service, and its treatment when an account is deleted. */
export function contentPersonalData(database: Database): PersonalData {
  return {
    rows: [
      erased(database.collection(supportTickets), ({ userId }) => ({ userId }), exportedTicket),
      retained(
        database.collection(legalAcceptances),
        "PROOF_OF_AGREEMENT",
        ({ userId }) => ({ userId }),
        fields<LegalAcceptanceDoc>("kind", "version", "acceptedAt"),
      ),
      auditTrail(database),
    ],
    impersonal: {
      ...IMPERSONAL,
      outbox: OUTBOX_WITHOUT_NAMES,
      content_revision: "a random value",
      help_articles: "texts of the platform",
      help_categories: "texts of the platform",
      legal_versions: "texts of the platform",
    },
  };
}

/** A ticket in the export of its user: one record for the ticket and one per message, because a conversation may be long. */
function exportedTicket({ _id, subject, status, createdAt, messages }: SupportTicketDoc): object[] {
  const texts = messages.map(({ from, text, at }) => ({ ticketId: _id, from, text, at }));
  return [{ ticketId: _id, subject, status, createdAt }, ...texts];
}
