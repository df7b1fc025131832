import { AckPolicy, type Consumer, type ConsumerInfo, DeliverPolicy, headers, type JetStreamManager, type JsMsg, nanos } from "nats";
import type { Logger } from "pino";
import { wait } from "#libs/kernel/wait.ts";
import {
  type Delivery,
  type EventEnvelope,
  type FactRefusal,
  PoisonEvent,
  RefusedFact,
  type Run,
  retryDelay,
  type Subscription,
} from "./event-stream.ts";
import { findDurable, renewIfBeyond } from "./jetstream-durables.ts";
import type { ActiveLink, JetStreamLink } from "./jetstream-link.ts";
import type { StreamNames } from "./jetstream-streams.ts";
import { factIdOf } from "./message-id.ts";

/** May be long, because the server reports everything that ends a pull earlier: a deleted consumer or stream, and a broken connection. */
const PULL_MS = 30_000;
const RETRY_MS = 250;
const REDELIVER_MS = 5_000;
const MAX_ACK_PENDING = 1_000;
const ERROR_TEXT_LENGTH = 500;

export interface ConsumerDeps {
  readonly link: JetStreamLink;
  readonly names: StreamNames;
  readonly logger: Logger;
  /** An event was refused because its owner has not published it in this form. */
  onRefused(group: string, reason: FactRefusal): void;
  onDeadLetter(group: string): void;
}

type ServedSubscription = Subscription & Delivery;

/** Pulls the events of one subscription until the returned function is called, which waits for running handlers. */
export function consume(deps: ConsumerDeps, served: ServedSubscription, run: Run): () => Promise<void> {
  const running = new Set<Promise<void>>();
  let stopped = false;
  let endPull: () => void = () => undefined;

  const pullOnce = async (consumer: Consumer, up: ActiveLink) => {
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
    let attachedTo: ActiveLink | null = null;
    while (!stopped) {
      const up = deps.link.current();
      if (!up) {
        await wait(RETRY_MS);
        continue;
      }
      try {
        if (!consumer || attachedTo !== up) consumer = await deps.link.whileUp(attach(deps, served, up));
        attachedTo = up;
        await pullOnce(consumer, up);
      } catch (error) {
        consumer = null;
        if (stopped) return;
        deps.logger.warn({ err: error, group: served.group, event: served.event }, "event consumer failed; restarting");
        deps.link.checkNow();
        await wait(RETRY_MS);
      }
    }
  };

  // Without this, a pull that lost its connection or its stream would block until it expires.
  const unsubscribe = deps.link.onChange(() => endPull());
  const pulling = pull();
  return async () => {
    stopped = true;
    unsubscribe();
    endPull();
    await pulling;
    await Promise.all(running);
  };
}

/** Creates the group's durable consumer if it is missing; it begins at the oldest event in the stream. */
async function attach(
  { names, logger }: ConsumerDeps,
  { group, event, ackWaitMs }: ServedSubscription,
  { client, manager }: ActiveLink,
): Promise<Consumer> {
  const durable = names.durable(group, event);
  const existing = await findDurableTwice(manager, names.events, durable);
  if (existing && (await renewIfBeyond(manager, existing, logger))) return client.consumers.get(names.events, durable);
  const { deliver_policy = DeliverPolicy.All, opt_start_time } = existing?.config ?? {};
  await manager.consumers.add(names.events, {
    durable_name: durable,
    filter_subject: names.eventSubject(event),
    // The start position of a consumer cannot be changed.
    deliver_policy,
    ...(opt_start_time !== undefined && { opt_start_time }),
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(ackWaitMs),
    max_ack_pending: MAX_ACK_PENDING,
    max_deliver: -1,
  });
  return client.consumers.get(names.events, durable);
}

/** A durable consumer that is being recreated is missing for a moment. A consumer that begins at the oldest event must not replace it. */
async function findDurableTwice(manager: JetStreamManager, stream: string, durable: string): Promise<ConsumerInfo | null> {
  const found = await findDurable(manager, stream, durable);
  if (found) return found;
  await wait(RETRY_MS);
  return findDurable(manager, stream, durable);
}

/** Handles one delivery: the event is applied and acknowledged, delivered again later, or moved to the dead letters. Never rejects. */
async function handle(deps: ConsumerDeps, served: ServedSubscription, run: Run, up: ActiveLink, message: JsMsg): Promise<void> {
  const attempt = message.info.redeliveryCount;
  const heartbeat = setInterval(() => message.working(), Math.max(500, served.ackWaitMs / 3));
  heartbeat.unref();
  try {
    await run(envelopeOf(message), attempt);
    // Does not wait for the server: a lost acknowledgement only causes one more delivery.
    message.ack();
  } catch (error) {
    if (error instanceof RefusedFact) deps.onRefused(served.group, error.reason);
    const delay = retryDelay(served, attempt, error);
    if (delay === null) await moveToDeadLetters(deps, served, up, message, attempt, error);
    else message.nak(delay);
  } finally {
    clearInterval(heartbeat);
  }
}

function envelopeOf(message: JsMsg): EventEnvelope {
  const envelope = parse(message.string());
  const strange = message.headers?.keys().some((name) => !isOwnHeader(name, message.headers?.get(name) ?? "", envelope));
  if (strange) throw new RefusedFact("headers");
  const traceparent = message.headers?.get("traceparent");
  return traceparent ? { ...envelope, traceparent } : envelope;
}

function parse(text: string): EventEnvelope {
  try {
    return JSON.parse(text) as EventEnvelope;
  } catch {
    throw new PoisonEvent("the event is not JSON");
  }
}

/** Whether the owner of an event sets such a header. A stream that sends a stored event again adds others. */
function isOwnHeader(name: string, value: string, { id }: EventEnvelope): boolean {
  return name === "Nats-Msg-Id" ? factIdOf(value) === id : name === "traceparent";
}

/** Moves an event to the dead letters; when that fails, the event stays in the stream and is delivered again. */
async function moveToDeadLetters(
  deps: ConsumerDeps,
  served: ServedSubscription,
  up: ActiveLink,
  message: JsMsg,
  attempt: number,
  error: unknown,
): Promise<void> {
  const { group, event } = served;
  const reason = headers();
  reason.set("x-error", oneLine(error));
  reason.set("x-group", group);
  reason.set("x-attempts", String(attempt));
  try {
    const msgID = `${deps.names.durable(group, event)}:${up.generation}:${message.seq}`;
    const subject = deps.names.deadLetterSubject(group, event);
    const { duplicate } = await up.client.publish(subject, message.data, { headers: reason, msgID });
    // Another group may have taken the id, which can be guessed. Two copies of a dead letter are better than none.
    reason.delete("Nats-Msg-Id");
    if (duplicate) await up.client.publish(subject, message.data, { headers: reason });
    message.term();
    deps.onDeadLetter(group);
    deps.logger.error({ err: error, group, event, attempts: attempt }, "event moved to the dead letters");
  } catch (failure) {
    deps.logger.error({ err: failure, group, event }, "dead letter not stored; the event is delivered again");
    message.nak(REDELIVER_MS);
  }
}

function oneLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/[^\x20-\x7e]+/g, " ").slice(0, ERROR_TEXT_LENGTH);
}
