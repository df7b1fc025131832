import type { Rules } from "#libs/contract-kit/rules.ts";
import { ERASURE_KIND, type WebhookKind } from "#libs/contracts/webhook-kinds.ts";

export interface Fact {
  /** Identity of the fact: the same for every endpoint and in every attempt. */
  readonly id: string;
  /** ISO instant at which it became true. */
  readonly at: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

type Named = Pick<WebhookKind, "kind" | "fields">;

/**
 * The text that is signed and sent, made once for each fact: what is made twice can differ. Of the payload only the fields of
 * the kind are in it. `type` is the name that Standard Webhooks has for the kind.
 */
export function bodyOf({ kind, fields }: Named, { id, at, payload }: Fact): string {
  const data = Object.fromEntries(Object.keys(fields).map((field) => [field, payload[field] ?? null]));
  return JSON.stringify({ id, kind, type: kind, timestamp: at, data });
}

const SUBJECTS = ["userId", "senderId", "receiverId", "creatorId"];

/** Ids of the people with whose data the text is erased. */
export function subjectsOf({ kind, fields }: Named, { payload }: Fact): string[] {
  if (kind === ERASURE_KIND) return [];
  const ids = SUBJECTS.filter((field) => field in fields).map((field) => payload[field]);
  return [...new Set(ids.filter((id) => typeof id === "string"))];
}

/** What {@link bodyOf} writes, as rules. */
export function payloadRules({ kind, fields }: Named): Rules {
  const name = { type: "enum", values: [kind] } as const;
  return { id: { type: "uuid" }, kind: name, type: name, timestamp: { type: "timestamp" }, data: { type: "object", props: fields } };
}
