import { MINUTE } from "#libs/kernel/clock.ts";
import {
  type Delivery,
  type EventEnvelope,
  type EventStream,
  type LastFacts,
  type Run,
  retryDelay,
  type StoredAt,
  type Subscription,
  withDefaults,
} from "#libs/platform/events/event-stream.ts";
import type { Choices, World } from "./world.ts";

interface Item {
  readonly wire: string;
  readonly seq: number;
  attempt: number;
  readyAt: number;
  /** The replica that applies the event. */
  runsOn: number | null;
}

interface StoredFact {
  readonly id: string;
  readonly event: string;
  readonly wire: string;
  readonly seq: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

interface Consumer {
  readonly group: string;
  readonly event: string;
  /** The consumer skips stored events up to here, because its own position survived a loss of the stream. */
  passedTo: number;
  readonly members: Map<number, { readonly run: Run; readonly delivery: Delivery }>;
  items: Item[];
}

/** A recreated durable consumer gets the events of the last ten minutes again. */
const DELIVERED_AGAIN_MS = 10 * MINUTE;

/** A stream that loses acknowledgements, duplicates and reorders. It may lose its newest events, or all of them. */
export class Bus implements Choices {
  readonly #world: World;
  readonly #consumers = new Map<string, Consumer>();
  readonly dead: string[] = [];
  /** Whether stored events were lost that the relays may not have noticed yet. */
  hasLost = false;
  #generation = 1;
  /** The number of server starts. */
  #starts = 1;
  /** In the order of their sequence numbers. */
  #stored: StoredFact[] = [];

  constructor(world: World) {
    this.#world = world;
    world.choices.push(this);
  }

  /** Whether nothing waits, runs or is to be delivered again. */
  get idle(): boolean {
    for (const { items } of this.#consumers.values()) if (items.length > 0) return false;
    return true;
  }

  /** The stream as one replica sees it. */
  portOf(replica: number): EventStream {
    return {
      isDurable: true,
      start: async () => undefined,
      stop: async () => undefined,
      generation: () => `stream-${this.#generation}`,
      serverId: () => this.#serverId,
      lastFacts: () => this.#world.call(replica, "last facts", () => this.#lastFacts()),
      findLostFacts: async () => [],
      publish: (envelope) => {
        const asked = this.#serverId;
        return this.#world.call(replica, `publish ${envelope.event}`, () => {
          if (this.#serverId !== asked) throw new Error("the connection to the server was lost");
          return this.publish(envelope);
        });
      },
      publishFact: async () => true,
      subscribe: async (subscription, run) => {
        const consumer = this.#consumerOf(subscription);
        consumer.members.set(replica, { run, delivery: withDefaults(subscription) });
        return async () => void consumer.members.delete(replica);
      },
    };
  }

  publish(envelope: EventEnvelope): StoredAt {
    const { id, event } = envelope;
    const fact = this.#stored.find((stored) => stored.id === id) ?? this.#store(id, event, JSON.stringify(envelope));
    if (this.#world.strikes("ack lost")) throw new Error("no acknowledgement of the stream");
    return { seq: fact.seq, serverId: this.#serverId };
  }

  #store(id: string, event: string, wire: string): StoredFact {
    const fact = { id, event, wire, seq: this.#stored.length + 1, at: this.#world.now };
    this.#stored.push(fact);
    for (const consumer of this.#consumers.values()) {
      if (consumer.event !== event || fact.seq <= consumer.passedTo) continue;
      for (let copies = this.#world.strikes("doubled") ? 2 : 1; copies > 0; copies -= 1) consumer.items.push(newItem(fact));
    }
    return fact;
  }

  get #serverId(): string {
    return `server-${this.#starts}`;
  }

  /** First recreates the consumers whose position is beyond the end of the stream, as the config service does. */
  #lastFacts(): LastFacts {
    for (const consumer of this.#consumers.values()) {
      if (consumer.passedTo <= this.#stored.length) continue;
      consumer.passedTo = 0;
      const recent = this.#stored.filter(({ event, at }) => event === consumer.event && at > this.#world.now - DELIVERED_AGAIN_MS);
      consumer.items.push(...recent.map(newItem));
    }
    const last = Object.fromEntries(this.#stored.map(({ event, id, seq }) => [event, { id, seq }]));
    return { serverId: this.#serverId, created: `stream-${this.#generation}`, last };
  }

  /** The process has died, so its unfinished deliveries go to another one. */
  crash(replica: number): void {
    for (const { members, items } of this.#consumers.values()) {
      members.delete(replica);
      for (const item of items) if (item.runsOn === replica) item.runsOn = null;
    }
  }

  /** Loses all stored events, and with them all pending deliveries. */
  wipe(): void {
    this.#generation += 1;
    this.#lose(this.#stored.length);
  }

  /** Restarts the server without the newest events; its consumers may still be positioned after them. */
  loseTail(): void {
    const end = this.#stored.length;
    this.#lose(Math.min(end, 1 + this.#world.random.below(3)));
    if (this.#world.strikes("durable ahead")) for (const consumer of this.#consumers.values()) consumer.passedTo = end;
  }

  #lose(count: number): void {
    this.#starts += 1;
    this.hasLost = true;
    const lost = new Set(this.#stored.splice(this.#stored.length - count).map(({ seq }) => seq));
    for (const consumer of this.#consumers.values()) {
      consumer.passedTo = 0;
      consumer.items = consumer.items.filter(({ seq }) => !lost.has(seq));
    }
  }

  count(): number {
    let count = 0;
    for (const consumer of this.#consumers.values()) if (consumer.items.length > 0) count += this.#deliverable(consumer).length;
    return count;
  }

  choose(index: number): void {
    let left = index;
    for (const consumer of this.#consumers.values()) {
      const items = this.#deliverable(consumer);
      const item = items[left];
      if (item) {
        this.#deliver(consumer, item, left > 0);
        return;
      }
      left -= items.length;
    }
  }

  #consumerOf({ group, event }: Subscription): Consumer {
    const key = `${event} ${group}`;
    let consumer = this.#consumers.get(key);
    if (!consumer) {
      consumer = { group, event, passedTo: 0, members: new Map(), items: [] };
      this.#consumers.set(key, consumer);
    }
    return consumer;
  }

  #deliverable({ members, items }: Consumer): Item[] {
    if (members.size === 0 || items.length === 0) return [];
    return items.filter(({ runsOn, readyAt }) => runsOn === null && readyAt <= this.#world.now);
  }

  #deliver(consumer: Consumer, item: Item, outOfOrder: boolean): void {
    const world = this.#world;
    if (outOfOrder) world.strikes("reordered");
    const replica = world.random.pick([...consumer.members.keys()]);
    const member = consumer.members.get(replica);
    if (!member) return;
    item.runsOn = replica;
    world.note(`${replica} applies ${consumer.event} for ${consumer.group}, attempt ${item.attempt}`);
    world.as(replica, () => {
      member.run(JSON.parse(item.wire) as EventEnvelope, item.attempt).then(
        () => this.#acknowledge(consumer, item, replica),
        (error: unknown) => this.#retry(consumer, item, retryDelay(member.delivery, item.attempt, error), error),
      );
    });
  }

  #acknowledge(consumer: Consumer, item: Item, replica: number): void {
    if (item.runsOn !== replica) return;
    item.runsOn = null;
    if (this.#world.strikes("ack lost")) item.attempt += 1;
    else consumer.items = consumer.items.filter((other) => other !== item);
  }

  #retry(consumer: Consumer, item: Item, delay: number | null, error: unknown): void {
    item.runsOn = null;
    this.#world.note(`${consumer.event} not applied for ${consumer.group}: ${String(error)}`);
    if (delay === null) {
      consumer.items = consumer.items.filter((other) => other !== item);
      this.dead.push(`${consumer.event} for ${consumer.group}: ${String(error)}`);
      return;
    }
    item.attempt += 1;
    item.readyAt = this.#world.now + delay;
    this.#world.after(delay, () => {}, null);
  }
}

function newItem({ wire, seq }: StoredFact): Item {
  return { wire, seq, attempt: 1, readyAt: 0, runsOn: null };
}
