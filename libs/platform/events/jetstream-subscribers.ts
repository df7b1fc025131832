import { AckPolicy, DeliverPolicy, type JetStreamManager, nanos } from "nats";
import { SECOND } from "#libs/kernel/clock.ts";

/** Silence after which an unacknowledged fact is delivered to a subscriber again. */
const ACK_WAIT_MS = 30 * SECOND;
const MAX_ACK_PENDING = 1_000;

/**
 * Creates the durable consumers of the subscribers on the stream of public facts, and removes those of former subscribers. A new consumer
 * begins at the oldest stored fact.
 */
export async function keepSubscribers(manager: JetStreamManager, stream: string, subscribers: readonly string[]): Promise<void> {
  const there = new Set<string>();
  for await (const { name } of manager.consumers.list(stream)) there.add(name);
  for (const durable_name of subscribers) {
    if (there.delete(durable_name)) continue;
    await manager.consumers.add(stream, {
      durable_name,
      deliver_policy: DeliverPolicy.All,
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(ACK_WAIT_MS),
      max_ack_pending: MAX_ACK_PENDING,
      max_deliver: -1,
    });
  }
  for (const former of there) await manager.consumers.delete(stream, former);
}
