import type { EventContract } from "#libs/contract-kit/contract.ts";
import { type WebhookKind, webhookKinds } from "#libs/contracts/webhook/kinds.ts";
import { type DurableSubscription, onBatches } from "#libs/platform/events/on.ts";
import { afterCommit } from "#libs/platform/mongo/transaction.ts";
import { newDelivery } from "../deliveries/new-delivery.ts";
import type { Deps } from "../deps.ts";
import { bodyOf, subjectsOf } from "../domain/payload.ts";

/** Events of one kind in parallel: most of them only wait to learn that no endpoint subscribes. */
const CONCURRENCY = 256;

type PublishedEventDeps = Pick<Deps, "clock" | "inbox" | "transaction" | "endpoints" | "deliveries" | "dispatcher" | "listeners">;

/** One subscription for each kind of webhook that is based on a durable event. */
export function publishedEventSubscriptions(deps: PublishedEventDeps): DurableSubscription[] {
  return webhookKinds.flatMap((kind) => (kind.contract ? [onPublishedEvent(deps, kind, kind.contract)] : []));
}

/**
 * Adds a delivery for every endpoint that subscribes to the kind, in the transaction that records the event as applied. Once the event is
 * acknowledged, no crash loses its deliveries.
 */
function onPublishedEvent(deps: PublishedEventDeps, kind: WebhookKind, contract: EventContract): DurableSubscription {
  const { clock, endpoints, deliveries, dispatcher, listeners } = deps;
  return onBatches(
    contract,
    deps,
    async (facts, tx) => {
      const endpointIds = await endpoints.listSubscribedIds(tx, kind.kind);
      if (endpointIds.length === 0) return;
      const now = clock.now();
      const added = facts.flatMap(({ payload, envelope: { id, at, requestId, traceparent } }) => {
        const event = { id, at, requestId, payload };
        const trace = traceparent === undefined ? {} : { traceparent };
        const content = { eventId: id, kind: kind.kind, subjects: subjectsOf(kind, event), body: bodyOf(kind, event), ...trace };
        return endpointIds.map((endpointId) => newDelivery(endpointId, content, now));
      });
      await deliveries.insert(added, tx);
      afterCommit(tx, () => dispatcher.sendSoon(endpointIds));
    },
    { concerns: () => listeners.mayListen(kind.kind), concurrency: CONCURRENCY },
  );
}
