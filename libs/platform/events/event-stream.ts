import type { FactMessage } from "#libs/contracts/public-facts.ts";

/** A durable event on its way from the service that wrote it to its consumers. */
export interface EventEnvelope {
  /** Identity of the event: the same in every delivery. */
  readonly id: string;
  /** Name of the event contract. */
  readonly event: string;
  /** ISO instant at which the event was written. */
  readonly at: string;
  readonly payload: unknown;
  /** Correlation id of the request that caused it. */
  readonly requestId: string | null;
  /** The trace position of its cause; it travels beside the event, in a header. */
  readonly traceparent?: string | undefined;
  /** Service that wrote it. */
  readonly source: string;
}

/** The delivery options of a subscription; missing fields are taken from DELIVERY_DEFAULTS. */
export interface Delivery {
  /** Attempts before the event goes to the dead letters. */
  readonly maxDeliver: number;
  /** Milliseconds before the second, third … attempt; the last one repeats. */
  readonly backoffMs: readonly number[];
  /** Events handled at the same time by one process. */
  readonly concurrency: number;
  /** Milliseconds of silence after which another replica gets the event. */
  readonly ackWaitMs: number;
}

export interface Subscription extends Partial<Delivery> {
  /** Of the subscribers of one group exactly one gets each event. */
  readonly group: string;
  readonly event: string;
}

/** Applies one event; `attempt` counts from 1. A rejected event is delivered again. */
export type Run = (envelope: EventEnvelope, attempt: number) => Promise<unknown>;

/** The position at which a stream has stored an event. */
export interface StoredAt {
  readonly seq: number;
  /** Identifies the running server: it has another id after each start. */
  readonly serverId: string;
}

/** The last stored event of each kind; events without a stored one are absent. */
export interface LastFacts {
  readonly serverId: string;
  /** Generation of the stream. */
  readonly created: string;
  readonly last: Readonly<Record<string, { readonly seq: number; readonly id: string } | undefined>>;
}

/** An event, and the sequence number under which a stream has confirmed it. */
export interface ConfirmedFact {
  readonly id: string;
  readonly seq: number;
}

/**
 * The confirmed events that a stream still holds: a server that loses power loses the events that were not on its disk. It answers only
 * when no durable consumer is positioned beyond the end of the stream. Such a consumer would skip the events that are published again.
 */
export interface StoredFacts {
  lastFacts(events: readonly string[]): Promise<LastFacts>;
  /** The ids of the events that are no longer under their sequence number. */
  findLostFacts(facts: readonly ConfirmedFact[]): Promise<string[]>;
}

/** Carries events at least once, in no particular order, to one subscriber of each group. */
export interface EventStream extends StoredFacts {
  /** False: its events are lost with this process, so every start begins with an empty stream. */
  readonly isDurable: boolean;
  /** Begins to connect. Does not fail without a bus: the stream retries. */
  start(): Promise<void>;
  /** Resolves when the stream has stored the event; a recently published id is stored once. Rejects when the bus is unavailable. */
  publish(envelope: EventEnvelope): Promise<StoredAt>;
  /** Stores a public fact for external subscribers. Resolves to false when it was stored before; rejects when the bus is unavailable. */
  publishFact(fact: FactMessage): Promise<boolean>;
  /**
   * Also delivers events that were published before the first subscription of the group. Resolves to a function that ends the subscription
   * and waits for running handlers.
   */
  subscribe(subscription: Subscription, run: Run): Promise<() => Promise<void>>;
  /** Identifies this instance of the stream: another value means that earlier events are gone. Null while the bus is unavailable. */
  generation(): string | null;
  /** Identifies the server that stores the events now. Null while the bus is unavailable. */
  serverId(): string | null;
  /** Ends the subscriptions, waits for running handlers, disconnects. */
  stop(): Promise<void>;
}

/** Thrown by a handler for an event that no retry can apply: it goes to the dead letters at once. */
export class PoisonEvent extends Error {
  constructor(message: string) {
    super(message);
    this.name = "PoisonEvent";
  }
}

/** The reason to refuse an event: wrong event name, wrong owner, too old, or headers that its owner does not set. */
export type FactRefusal = "event" | "owner" | "age" | "headers";

/** Thrown for an event that its owner has not published in this form. */
export class RefusedFact extends PoisonEvent {
  readonly reason: FactRefusal;
  constructor(reason: FactRefusal) {
    super(`refused: ${reason}`);
    this.reason = reason;
  }
}

/** Thrown by a handler while a store or a service is unavailable: the event is delivered again until it succeeds. */
export class TransientFailure extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = "TransientFailure";
  }
}

const DELIVERY_DEFAULTS: Delivery = { maxDeliver: 5, backoffMs: [250, 1_000, 5_000, 30_000], concurrency: 10, ackWaitMs: 5_000 };

/** Subscription with every field filled in. */
export function withDefaults(subscription: Subscription): Subscription & Delivery {
  const { group, event, maxDeliver, backoffMs, concurrency, ackWaitMs } = { ...DELIVERY_DEFAULTS, ...subscription };
  return { group, event, maxDeliver, backoffMs, concurrency, ackWaitMs };
}

/** Milliseconds to wait after a failed attempt, or null when the event is given up. */
export function retryDelay({ maxDeliver, backoffMs }: Delivery, attempt: number, error: unknown): number | null {
  if (error instanceof PoisonEvent || (attempt >= maxDeliver && !(error instanceof TransientFailure))) return null;
  return backoffMs[Math.min(attempt, backoffMs.length) - 1] ?? 0;
}
