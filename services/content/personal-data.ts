import type { Connection } from "mongoose";
import type { PersonalData } from "#libs/personal-data/personal-data.ts";
import { erased, fields, retained } from "#libs/personal-data/rows.ts";
import { auditTrail, IMPERSONAL, NAMELESS_OUTBOX } from "#libs/personal-data/shared-collections.ts";
import { type LegalAcceptanceDoc, legalAcceptanceModel } from "./data/legal-acceptance.model.ts";
import { type SupportTicketDoc, supportTicketModel } from "./data/support-ticket.model.ts";

/** What this service knows about people, and what becomes of it when their account is deleted. */
export function contentPersonalData(connection: Connection): PersonalData {
  return {
    rows: [
      erased(supportTicketModel(connection), ({ userId }) => ({ userId }), shownTicket),
      retained(
        legalAcceptanceModel(connection),
        "PROOF_OF_AGREEMENT",
        ({ userId }) => ({ userId }),
        fields<LegalAcceptanceDoc>("kind", "version", "acceptedAt"),
      ),
      auditTrail(connection),
    ],
    impersonal: {
      ...IMPERSONAL,
      outbox: NAMELESS_OUTBOX,
      help_articles: "texts of the platform",
      help_categories: "texts of the platform",
      legal_versions: "texts of the platform",
    },
  };
}

/** Each message of a long conversation is a piece of its own. */
function shownTicket({ _id, subject, status, createdAt, messages }: SupportTicketDoc): object[] {
  const texts = messages.map(({ from, text, at }) => ({ ticketId: _id, from, text, at }));
  return [{ ticketId: _id, subject, status, createdAt }, ...texts];
}
