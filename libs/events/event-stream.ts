/** A durable event on its way from the service that wrote it to those that apply it. */
export interface EventEnvelope {
  /** Identity of the fact: the same in every delivery. */
  readonly id: string;
  /** Name of the event contract. */
  readonly event: string;
  /** ISO instant at which the fact was written. */
  readonly at: string;
  readonly payload: unknown;
  /** Correlation id of the request that caused it. */
  readonly requestId: string | null;
  /** Service that wrote it. */
  readonly source: string;
}

/** How a subscription is served; what is absent takes its value from DELIVERY_DEFAULTS. */
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

/** Applies one event; `attempt` counts from 1. A rejection means: deliver again. */
export type Run = (envelope: EventEnvelope, attempt: number) => Promise<void>;

/** Carries events at least once, in no particular order, to one subscriber of each group. */
export interface EventStream {
  /** Begins to connect. Does not fail when the bus is absent: the stream keeps trying. */
  start(): Promise<void>;
  /** Resolves when the stream has stored the event; an id that was published lately is stored once. Rejects when the bus is away. */
  publish(envelope: EventEnvelope): Promise<void>;
  /** Also delivers what was published before the first subscription of the group. Resolves to the function that ends it and waits for running handlers. */
  subscribe(subscription: Subscription, run: Run): Promise<() => Promise<void>>;
  /** Which life of the stream this is: another value means that what was published before is gone. Null while the bus is away. */
  generation(): string | null;
  /** Ends the subscriptions, waits for running handlers, disconnects. */
  stop(): Promise<void>;
}

/** Thrown by a handler for an event that no retry can cure: it goes to the dead letters at once. */
export class PoisonEvent extends Error {
  constructor(message: string) {
    super(message);
    this.name = "PoisonEvent";
  }
}

/** Thrown by a handler when what it needs is away: the event is not to blame and is delivered again until it succeeds. */
export class NotNow extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = "NotNow";
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
  if (error instanceof PoisonEvent || (attempt >= maxDeliver && !(error instanceof NotNow))) return null;
  return backoffMs[Math.min(attempt, backoffMs.length) - 1] ?? 0;
}
