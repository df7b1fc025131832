import type { Rules } from "#libs/contract-kit/rules.ts";
import { ERASURE_KIND, type WebhookKind } from "#libs/contracts/webhook/kinds.ts";

/** The body of a request to a receiver, and the id that identifies it in every attempt. */
export interface WebhookPayload {
  /** Id of the event. */
  readonly id: string;
  /** The exact text that is signed and sent. */
  readonly body: string;
}

/** An event as a payload is made of it. */
interface SourceEvent {
  /** The same for every endpoint and in every attempt. */
  readonly id: string;
  /** ISO instant at which the event happened. */
  readonly at: string;
  /** Correlation id of the request that caused it. */
  readonly requestId: string | null;
  readonly payload: Readonly<Record<string, unknown>>;
}

type KindFields = Pick<WebhookKind, "kind" | "fields">;

/**
 * The text that is signed and sent, with only the fields of the kind. It is made once for each event, because two serializations
 * could differ and every attempt must send the same bytes. `type` is the name that Standard Webhooks has for the kind.
 */
export function bodyOf({ kind, fields }: KindFields, { id, at, requestId, payload }: SourceEvent): string {
  const data = Object.fromEntries(Object.keys(fields).map((field) => [field, payload[field] ?? null]));
  return JSON.stringify({ id, kind, type: kind, timestamp: at, ...(requestId !== null && { correlationId: requestId }), data });
}

/** The correlation id in a body that {@link bodyOf} wrote; null where there is none, as in those of earlier releases. */
export function correlationIdOf(body: string): string | null {
  const { correlationId } = JSON.parse(body) as { correlationId?: string };
  return correlationId ?? null;
}

const SUBJECT_FIELDS = ["userId", "senderId", "receiverId", "creatorId"];

/** Ids of the users and creators with whose data the payload is erased. */
export function subjectsOf({ kind, fields }: KindFields, { payload }: SourceEvent): string[] {
  if (kind === ERASURE_KIND) return [];
  const ids = SUBJECT_FIELDS.filter((field) => field in fields).map((field) => payload[field]);
  return [...new Set(ids.filter((id) => typeof id === "string"))];
}

/** The rules of the JSON that {@link bodyOf} writes. */
export function payloadRules({ kind, fields }: KindFields): Rules {
  const name = { type: "enum", values: [kind] } as const;
  return {
    id: { type: "uuid" },
    kind: name,
    type: name,
    timestamp: { type: "timestamp" },
    correlationId: { type: "string", optional: true },
    data: { type: "object", props: fields },
  };
}
