import {
  type ConfirmedFact,
  type Delivery,
  type EventEnvelope,
  type EventStream,
  type Run,
  retryDelay,
  type StoredAt,
  type Subscription,
  withDefaults,
} from "#libs/platform/events/event-stream.ts";
import type { Choices, World } from "./world.ts";

interface Item {
  readonly wire: string;
  attempt: number;
  readyAt: number;
  /** The replica that applies it. */
  runsOn: number | null;
}

interface Consumer {
  readonly group: string;
  readonly event: string;
  readonly members: Map<number, { readonly run: Run; readonly delivery: Delivery }>;
  items: Item[];
}

/** A stream that loses acknowledgements, doubles and reorders, and may lose all it has stored. */
export class Bus implements Choices {
  readonly #world: World;
  readonly #consumers = new Map<string, Consumer>();
  readonly dead: string[] = [];
  /** Whether stored facts were lost, which the relays may not have noticed yet. */
  wiped = false;
  #generation = 1;
  /** The place of each stored fact. */
  readonly #places = new Map<string, number>();
  readonly #last = new Map<string, ConfirmedFact>();

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
      start: async () => undefined,
      stop: async () => undefined,
      generation: () => `stream-${this.#generation}`,
      serverId: () => `server-${this.#generation}`,
      lastFacts: async () => ({
        serverId: `server-${this.#generation}`,
        created: `stream-${this.#generation}`,
        last: Object.fromEntries(this.#last),
      }),
      findLostFacts: async () => [],
      publish: (envelope) => this.#world.call(replica, `publish ${envelope.event}`, () => this.publish(envelope)),
      subscribe: async (subscription, run) => {
        const consumer = this.#consumerOf(subscription);
        consumer.members.set(replica, { run, delivery: withDefaults(subscription) });
        return async () => void consumer.members.delete(replica);
      },
    };
  }

  publish(envelope: EventEnvelope): StoredAt {
    const known = this.#places.get(envelope.id);
    const seq = known ?? this.#places.size + 1;
    if (known === undefined) {
      this.#places.set(envelope.id, seq);
      this.#last.set(envelope.event, { id: envelope.id, seq });
      const wire = JSON.stringify(envelope);
      for (const consumer of this.#consumers.values()) {
        if (consumer.event !== envelope.event) continue;
        for (let copies = this.#world.strikes("doubled") ? 2 : 1; copies > 0; copies -= 1) consumer.items.push(newItem(wire));
      }
    }
    if (this.#world.strikes("ack lost")) throw new Error("no acknowledgement of the stream");
    return { seq, serverId: `server-${this.#generation}` };
  }

  /** The process has died: what it was applying is delivered to another one. */
  crash(replica: number): void {
    for (const { members, items } of this.#consumers.values()) {
      members.delete(replica);
      for (const item of items) if (item.runsOn === replica) item.runsOn = null;
    }
  }

  /** Everything stored is lost, and so is what was to be delivered. */
  wipe(): void {
    this.#generation += 1;
    this.wiped = true;
    this.#places.clear();
    this.#last.clear();
    for (const consumer of this.#consumers.values()) consumer.items = [];
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
      consumer = { group, event, members: new Map(), items: [] };
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

function newItem(wire: string): Item {
  return { wire, attempt: 1, readyAt: 0, runsOn: null };
}
