import { type ConsumerInfo, DeliverPolicy, type JetStreamManager, NatsError, type StreamState } from "nats";
import type { Logger } from "pino";
import { MINUTE, systemClock } from "#libs/kernel/clock.ts";

const CONSUMER_NOT_FOUND = 10_014;
/** A recreated durable consumer begins this long before the last event. */
const RENEWED_FROM_MS = 10 * MINUTE;

/** Recreates the durable consumers of a stream that are positioned beyond its end. */
export async function renewDurables(manager: JetStreamManager, stream: string, logger: Logger): Promise<void> {
  for await (const info of manager.consumers.list(stream)) await renewIfBeyond(manager, info, logger);
}

/**
 * Recreates a durable consumer that is positioned beyond the end of its stream: its state survived the loss of the stream's tail. It would
 * skip the events that are published again, and as many new ones. Returns whether it was recreated.
 */
export async function renewIfBeyond(manager: JetStreamManager, info: ConsumerInfo, logger: Logger): Promise<boolean> {
  const { stream_name: stream, name: durable, delivered, config } = info;
  const { state } = await manager.streams.info(stream);
  if (delivered.stream_seq <= state.last_seq) return false;
  logger.warn({ durable, stands: delivered.stream_seq, end: state.last_seq }, "durable consumer beyond the end of the stream; recreated");
  await manager.consumers.delete(stream, durable).catch(ignoreMissing);
  const start = { deliver_policy: DeliverPolicy.StartTime, opt_start_time: startOf(state).toISOString() };
  await manager.consumers.add(stream, { ...config, ...start });
  return true;
}

/** A time before the events that are published again, and before those that were delivered but not acknowledged when the server failed. */
function startOf({ messages, last_ts }: StreamState): Date {
  // The server's clock is that of the machine.
  const now = systemClock.now().getTime();
  const last = messages > 0 ? Date.parse(last_ts) : now;
  return new Date(Math.min(last, now) - RENEWED_FROM_MS);
}

/** Information on a durable consumer; null when there is none. */
export async function findDurable(manager: JetStreamManager, stream: string, durable: string): Promise<ConsumerInfo | null> {
  try {
    return await manager.consumers.info(stream, durable);
  } catch (error) {
    return ignoreMissing(error);
  }
}

function ignoreMissing(error: unknown): null {
  if (error instanceof NatsError && error.jsError()?.err_code === CONSUMER_NOT_FOUND) return null;
  throw error;
}
