import { factMessage } from "#libs/contracts/public-facts.ts";
import { ERASURE_KIND, type WebhookKind } from "#libs/contracts/webhook/kinds.ts";

/** The body of a request to a receiver, and the id that identifies it in every attempt. */
export interface WebhookPayload {
  /** Id of the event. */
  readonly id: string;
  /** The exact text that is signed and sent. */
  readonly body: string;
}

type KindFields = Pick<WebhookKind, "kind" | "fields">;
type SourceEvent = Parameters<typeof factMessage>[2];

/**
 * The text that is signed and sent, with only the fields of the kind. It is serialized once per event: two serializations could differ, and
 * every attempt must send the same bytes.
 */
export function bodyOf({ kind, fields }: KindFields, event: SourceEvent): string {
  return JSON.stringify(factMessage(kind, fields, event));
}

/** The correlation id in a body that {@link bodyOf} wrote; null in bodies of earlier releases, which have none. */
export function correlationIdOf(body: string): string | null {
  const { correlationId } = JSON.parse(body) as { correlationId?: string };
  return correlationId ?? null;
}

const SUBJECT_FIELDS = ["userId", "senderId", "receiverId", "creatorId"];

/** Ids of the users and creators with whose data the payload is erased. */
export function subjectsOf({ kind, fields }: KindFields, { payload }: Pick<SourceEvent, "payload">): string[] {
  if (kind === ERASURE_KIND) return [];
  const ids = SUBJECT_FIELDS.filter((field) => field in fields).map((field) => payload[field]);
  return [...new Set(ids.filter((id) => typeof id === "string"))];
}
