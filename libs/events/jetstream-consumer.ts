import { AckPolicy, type Consumer, DeliverPolicy, headers, type JsMsg, nanos } from "nats";
import type { Logger } from "pino";
import { wait } from "#libs/kernel/wait.ts";
import { type Delivery, type EventEnvelope, PoisonEvent, type Run, retryDelay, type Subscription } from "./event-stream.ts";
import type { JetStreamLink, LinkUp } from "./jetstream-link.ts";
import type { StreamNames } from "./jetstream-streams.ts";

const PULL_MS = 5_000;
const RETRY_MS = 250;
const KEEP_MS = 5_000;
const MAX_ACK_PENDING = 1_000;
const ERROR_TEXT_LENGTH = 500;

export interface ConsumerDeps {
  readonly link: JetStreamLink;
  readonly names: StreamNames;
  readonly logger: Logger;
}

type Served = Subscription & Delivery;

/** Pulls the events of one subscription until the returned function is called, which waits for running handlers. */
export function consume(deps: ConsumerDeps, served: Served, run: Run): () => Promise<void> {
  const running = new Set<Promise<void>>();
  let stopped = false;
  let endPull: () => void = () => undefined;

  const pullOnce = async (consumer: Consumer, up: LinkUp) => {
    const messages = await consumer.fetch({ max_messages: served.concurrency - running.size, expires: PULL_MS });
    endPull = () => void messages.close();
    if (stopped || deps.link.current() !== up) endPull();
    for await (const message of messages) {
      if (stopped) {
        message.nak();
        continue;
      }
      const handled = handle(deps, served, run, up, message).finally(() => running.delete(handled));
      running.add(handled);
    }
    if (running.size >= served.concurrency) await Promise.race(running);
  };

  const pull = async () => {
    let consumer: Consumer | null = null;
    let attachedTo: string | null = null;
    while (!stopped) {
      const up = deps.link.current();
      if (!up) {
        await wait(RETRY_MS);
        continue;
      }
      try {
        if (!consumer || attachedTo !== up.generation) consumer = await deps.link.whileUp(attach(deps.names, served, up));
        attachedTo = up.generation;
        await pullOnce(consumer, up);
      } catch (error) {
        consumer = null;
        if (stopped) return;
        deps.logger.warn({ err: error, group: served.group, event: served.event }, "consumer starts again");
        deps.link.suspect();
        await wait(RETRY_MS);
      }
    }
  };

  // A pull that lost its connection or its stream would otherwise be waited for until it expires.
  const forget = deps.link.onChange(() => endPull());
  const pulling = pull();
  return async () => {
    stopped = true;
    forget();
    endPull();
    await pulling;
    await Promise.all(running);
  };
}

/** Creates the group's durable consumer unless it is there; it begins at the oldest event the stream holds. */
async function attach(names: StreamNames, { group, event, ackWaitMs }: Served, { client, manager }: LinkUp): Promise<Consumer> {
  const durable = names.durable(group, event);
  await manager.consumers.add(names.events, {
    durable_name: durable,
    filter_subject: names.eventSubject(event),
    deliver_policy: DeliverPolicy.All,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(ackWaitMs),
    max_ack_pending: MAX_ACK_PENDING,
    max_deliver: -1,
  });
  return client.consumers.get(names.events, durable);
}

/** One delivery: applied and acknowledged, put back for later, or moved to the dead letters. Never rejects. */
async function handle(deps: ConsumerDeps, served: Served, run: Run, up: LinkUp, message: JsMsg): Promise<void> {
  const attempt = message.info.redeliveryCount;
  const heartbeat = setInterval(() => message.working(), Math.max(500, served.ackWaitMs / 3));
  heartbeat.unref();
  try {
    await run(envelopeOf(message), attempt);
    // An acknowledgement that is lost means one more delivery, nothing else; waiting for it would keep the slot of another event.
    await deps.link.whileUp(message.ackAck()).catch(() => false);
  } catch (error) {
    const delay = retryDelay(served, attempt, error);
    if (delay === null) await bury(deps, served, up, message, attempt, error);
    else message.nak(delay);
  } finally {
    clearInterval(heartbeat);
  }
}

function envelopeOf(message: JsMsg): EventEnvelope {
  try {
    return JSON.parse(message.string()) as EventEnvelope;
  } catch {
    throw new PoisonEvent("the event is not JSON");
  }
}

/** Moves an event to the dead letters. It stays in the stream when that fails, and is tried again later. */
async function bury(deps: ConsumerDeps, served: Served, up: LinkUp, message: JsMsg, attempt: number, error: unknown): Promise<void> {
  const { group, event } = served;
  const about = headers();
  about.set("x-error", oneLine(error));
  about.set("x-group", group);
  about.set("x-attempts", String(attempt));
  try {
    const msgID = `${deps.names.durable(group, event)}:${up.generation}:${message.seq}`;
    await up.client.publish(deps.names.deadLetterSubject(group, event), message.data, { headers: about, msgID });
    message.term();
    deps.logger.error({ err: error, group, event, attempts: attempt }, "event moved to the dead letters");
  } catch (failure) {
    deps.logger.error({ err: failure, group, event }, "dead letter not stored, event kept");
    message.nak(KEEP_MS);
  }
}

function oneLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/[^\x20-\x7e]+/g, " ").slice(0, ERROR_TEXT_LENGTH);
}
