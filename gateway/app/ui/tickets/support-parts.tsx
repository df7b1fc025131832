import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Badge } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import type { TicketStatus } from "#libs/contracts/content/support.ts";

/** Maximum length that the API accepts. */
export const MAX_SUBJECT = 200;
export const MAX_MESSAGE = 5_000;

const WORDS = {
  OPEN: { kind: "neutral", text: "page.support.waiting" },
  ANSWERED: { kind: "good", text: "page.state.answered" },
  CLOSED: { kind: "neutral", text: "page.support.closed" },
} as const satisfies Record<TicketStatus, { readonly kind: "neutral" | "good"; readonly text: TextKey }>;

/** Who has to write next on a ticket. */
export function TicketState({ status }: { readonly status: TicketStatus }): VNode {
  const { kind, text } = WORDS[status];
  return <Badge kind={kind}>{useReader().t(text)}</Badge>;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface Subject {
  readonly subject: TextKey;
  /** Names a ticket by its number. */
  readonly reference: TextKey;
  readonly id: string;
}

/** The subject of a new ticket, from `?topup=` or `?message=`; null: none. */
export function subjectOf(query: URLSearchParams): Subject | null {
  const [topUp = "", message = ""] = [query.get("topup") ?? "", query.get("message") ?? ""];
  if (ID.test(topUp)) return { subject: "page.support.aboutTopUp", reference: "page.support.topUp", id: topUp };
  if (ID.test(message)) return { subject: "page.support.aboutMessage", reference: "page.support.messageNumber", id: message };
  return null;
}
