import type { EventContract } from "#libs/contract-kit/contract.ts";
import { type WebhookKind, webhookKinds } from "#libs/contracts/webhook-kinds.ts";
import { type DurableSubscription, on } from "#libs/events/on.ts";
import { afterCommit } from "#libs/mongo/transaction.ts";
import type { Deps } from "../deps.ts";
import { bodyOf, subjectsOf } from "../domain/payload.ts";
import { newDelivery } from "../new-delivery.ts";

type FactDeps = Pick<Deps, "clock" | "inbox" | "transaction" | "endpoints" | "deliveries" | "dispatcher">;

/** One subscription for each kind that is made of a durable event. */
export function factSubscriptions(deps: FactDeps): DurableSubscription[] {
  return webhookKinds.flatMap((kind) => (kind.contract ? [onFact(deps, kind, kind.contract)] : []));
}

/**
 * Keeps a fact for every endpoint that listens, in the transaction that notes it as applied: what the bus has been told is
 * done is stored, whatever happens to this process.
 */
function onFact(deps: FactDeps, kind: WebhookKind, contract: EventContract): DurableSubscription {
  const { clock, endpoints, deliveries, dispatcher } = deps;
  return on(contract, deps, async (payload, { tx, envelope }) => {
    const endpointIds = await endpoints.listening(tx, kind.kind);
    if (endpointIds.length === 0) return;
    const fact = { id: envelope.id, at: envelope.at, payload };
    const text = { eventId: envelope.id, kind: kind.kind, subjects: subjectsOf(kind, fact), body: bodyOf(kind, fact) };
    const now = clock.now();
    await deliveries.insert(
      endpointIds.map((endpointId) => newDelivery(endpointId, text, now)),
      tx,
    );
    afterCommit(tx, () => dispatcher.kick(endpointIds));
  });
}
