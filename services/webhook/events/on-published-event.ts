import type { EventContract } from "#libs/contract-kit/contract.ts";
import { type WebhookKind, webhookKinds } from "#libs/contracts/webhook/kinds.ts";
import { type DurableSubscription, on } from "#libs/platform/events/on.ts";
import { afterCommit } from "#libs/platform/mongo/transaction.ts";
import { newDelivery } from "../deliveries/new-delivery.ts";
import type { Deps } from "../deps.ts";
import { bodyOf, subjectsOf } from "../domain/payload.ts";

type PublishedEventDeps = Pick<Deps, "clock" | "inbox" | "transaction" | "endpoints" | "deliveries" | "dispatcher">;

/** One subscription for each kind of webhook that is made of a durable event. */
export function publishedEventSubscriptions(deps: PublishedEventDeps): DurableSubscription[] {
  return webhookKinds.flatMap((kind) => (kind.contract ? [onPublishedEvent(deps, kind, kind.contract)] : []));
}

/**
 * Adds a delivery for every endpoint that subscribes to the kind, in the transaction that records the event as applied: once the
 * event is acknowledged, no crash loses its deliveries.
 */
function onPublishedEvent(deps: PublishedEventDeps, kind: WebhookKind, contract: EventContract): DurableSubscription {
  const { clock, endpoints, deliveries, dispatcher } = deps;
  return on(contract, deps, async (payload, { tx, envelope }) => {
    const endpointIds = await endpoints.listSubscribedIds(tx, kind.kind);
    if (endpointIds.length === 0) return;
    const event = { id: envelope.id, at: envelope.at, requestId: envelope.requestId, payload };
    const content = { eventId: envelope.id, kind: kind.kind, subjects: subjectsOf(kind, event), body: bodyOf(kind, event) };
    const now = clock.now();
    await deliveries.insert(
      endpointIds.map((endpointId) => newDelivery(endpointId, content, now)),
      tx,
    );
    afterCommit(tx, () => dispatcher.sendSoon(endpointIds));
  });
}
