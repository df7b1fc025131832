import type { EventContract } from "#libs/contract-kit/contract.ts";
import type { Rules } from "#libs/contract-kit/rules.ts";
import { userDeleted } from "../account/gdpr.ts";
import { publicFacts } from "../public-facts.ts";
import { id } from "../shared.ts";

/** A type of webhook: a public fact, or the ping. */
export interface WebhookKind {
  readonly kind: string;
  readonly summary: string;
  /** The durable event that causes it; null when it is sent on demand only. */
  readonly contract: EventContract | null;
  /** The fields of the event that a receiver gets. */
  readonly fields: Rules;
}

export const PING_KIND = "webhook.ping";
/** Tells receivers to erase a user as well, so the erasure of that user's data must not remove it. */
export const ERASURE_KIND = userDeleted.name;

/** Every kind of webhook. */
export const webhookKinds: readonly WebhookKind[] = [
  ...publicFacts.map(({ type: kind, summary, contract, fields }) => ({ kind, summary, contract, fields })),
  { kind: PING_KIND, summary: "An administrator tests an endpoint", contract: null, fields: { endpointId: id } },
];

export const WEBHOOK_KINDS: readonly string[] = webhookKinds.map(({ kind }) => kind);
