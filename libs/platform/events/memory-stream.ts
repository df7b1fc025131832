import type { Logger } from "pino";
import { uuid } from "#libs/kernel/ids.ts";
import {
  type ConfirmedFact,
  type Delivery,
  type EventEnvelope,
  type EventStream,
  type Run,
  retryDelay,
  type Subscription,
  withDefaults,
} from "./event-stream.ts";

/** Maximum number of events that are retained for a group. */
const BACKLOG = 10_000;
/** Time within which a second copy of an event is recognized. */
const DEDUPE_MS = 120_000;
/** Public facts whose second copy is recognized. */
const KNOWN_FACTS = 1_000;

export interface DeadLetter {
  readonly group: string;
  readonly envelope: EventEnvelope;
  readonly attempts: number;
  readonly error: string;
}

export interface MemoryStream extends EventStream {
  /** Events that were given up, oldest first. */
  readonly dead: readonly DeadLetter[];
  /** Resolves when no subscribed event waits, runs or is to be retried. */
  idle(): Promise<void>;
}

/** One event for one group, as text, so that a handler cannot change the event of another group. */
interface Item {
  readonly wire: string;
  readonly attempt: number;
}

type GiveUp = (letter: DeadLetter) => void;

interface Member {
  readonly run: Run;
  readonly delivery: Delivery;
  readonly running: Set<Promise<void>>;
}

interface Consumer {
  readonly group: string;
  readonly queue: Item[];
  readonly members: Set<Member>;
  /** Timers of events that wait for their next attempt. */
  readonly retries: Set<NodeJS.Timeout>;
}

export interface MemoryStreamOptions {
  readonly logger: Logger;
  /** An event was given up. */
  onDeadLetter?(group: string): void;
}

/** The stream within one process: the same guarantees as over the bus, but its events are lost with the process. */
export function memoryStream({ logger, onDeadLetter = () => undefined }: MemoryStreamOptions): MemoryStream {
  const generation = uuid();
  const dead: DeadLetter[] = [];
  const giveUp = (letter: DeadLetter) => {
    const { group, envelope, attempts, error } = letter;
    logger.error({ group, event: envelope.event, eventId: envelope.id, attempts, reason: error }, "event moved to the dead letters");
    keepLast(dead, letter);
    onDeadLetter(group);
  };
  const positions = factPositions();
  const isNewFact = newIds();
  const backlogs = new Map<string, string[]>();
  const consumers = new Map<string, Map<string, Consumer>>();
  let stopped = false;
  const consumerOf = ({ group, event }: Subscription): Consumer => {
    const ofEvent = entry(consumers, event, () => new Map<string, Consumer>());
    return entry(ofEvent, group, () => {
      const queue = (backlogs.get(event) ?? []).map((wire) => ({ wire, attempt: 1 }));
      return { group, queue, members: new Set(), retries: new Set() };
    });
  };

  return {
    dead,
    isDurable: false,
    start: async () => undefined,
    generation: () => (stopped ? null : generation),
    serverId: () => (stopped ? null : generation),
    // It loses all its events together, with the process.
    lastFacts: async () => ({ serverId: generation, created: generation, last: positions.last() }),
    findLostFacts: async () => [],
    async publish(envelope) {
      if (stopped) throw new Error("the event stream is stopped");
      const groups = [...(consumers.get(envelope.event)?.values() ?? [])];
      if (groups.some(isFull)) throw new Error(`too many undelivered ${envelope.event} events`);
      const known = positions.recent(envelope.id);
      if (known) return { seq: known, serverId: generation };
      const seq = positions.take(envelope);
      const wire = JSON.stringify(envelope);
      const backlog = entry(backlogs, envelope.event, (): string[] => []);
      keepLast(backlog, wire);
      for (const consumer of groups) {
        keepLast(consumer.queue, { wire, attempt: 1 });
        pump(consumer, giveUp);
      }
      return { seq, serverId: generation };
    },
    // No subscriber outside this process can read public facts here.
    publishFact: async ({ id }) => isNewFact(id),
    async subscribe(subscription, run) {
      const consumer = consumerOf(subscription);
      const member: Member = { run, delivery: withDefaults(subscription), running: new Set() };
      consumer.members.add(member);
      pump(consumer, giveUp);
      return async () => {
        consumer.members.delete(member);
        await Promise.all(member.running);
      };
    },
    idle: () => untilIdle(consumers),
    async stop() {
      stopped = true;
      const all = [...consumers.values()].flatMap((ofEvent) => [...ofEvent.values()]);
      for (const consumer of all) for (const timer of consumer.retries) clearTimeout(timer);
      const members = all.flatMap((consumer) => [...consumer.members]);
      for (const consumer of all) consumer.members.clear();
      await Promise.all(members.flatMap(({ running }) => [...running]));
    },
  };
}

async function untilIdle(consumers: ReadonlyMap<string, ReadonlyMap<string, Consumer>>): Promise<void> {
  for (;;) {
    const busy = [...consumers.values()].flatMap((ofEvent) => [...ofEvent.values()]).filter(isBusy);
    if (busy.length === 0) return;
    const running = busy.flatMap(({ members }) => [...members].flatMap((member) => [...member.running]));
    await (running.length > 0 ? Promise.all(running) : new Promise((resolve) => setTimeout(resolve, 5)));
  }
}

/** Whether a group with members cannot keep up; a group without members drops its oldest events instead. */
function isFull({ members, queue }: Consumer): boolean {
  return members.size > 0 && queue.length >= BACKLOG;
}

function isBusy({ members, queue, retries }: Consumer): boolean {
  return members.size > 0 && (queue.length > 0 || retries.size > 0 || [...members].some(({ running }) => running.size > 0));
}

/** Gives waiting events to the members with the most free slots. */
function pump(consumer: Consumer, giveUp: GiveUp): void {
  while (consumer.queue.length > 0) {
    const [member] = [...consumer.members].sort((a, b) => free(b) - free(a));
    if (!member || free(member) <= 0) return;
    const item = consumer.queue.shift();
    if (!item) return;
    const running = deliver(consumer, member, item, giveUp).finally(() => {
      member.running.delete(running);
      pump(consumer, giveUp);
    });
    member.running.add(running);
  }
}

function free({ delivery, running }: Member): number {
  return delivery.concurrency - running.size;
}

async function deliver(consumer: Consumer, { run, delivery }: Member, { wire, attempt }: Item, giveUp: GiveUp): Promise<void> {
  // Never inside the publisher's own call.
  await new Promise((resolve) => setImmediate(resolve));
  try {
    await run(JSON.parse(wire) as EventEnvelope, attempt);
  } catch (error) {
    const delay = retryDelay(delivery, attempt, error);
    if (delay === null) {
      const message = error instanceof Error ? error.message : String(error);
      giveUp({ group: consumer.group, envelope: JSON.parse(wire) as EventEnvelope, attempts: attempt, error: message });
      return;
    }
    const timer = setTimeout(() => {
      consumer.retries.delete(timer);
      consumer.queue.push({ wire, attempt: attempt + 1 });
      pump(consumer, giveUp);
    }, delay);
    timer.unref();
    consumer.retries.add(timer);
  }
}

/** Whether an id is new among the most recent ones. */
function newIds(): (id: string) => boolean {
  const known: string[] = [];
  return (id) => {
    if (known.includes(id)) return false;
    keepLast(known, id, KNOWN_FACTS);
    return true;
  };
}

/** The positions of events in the stream, and the recent ones among them. */
function factPositions() {
  const seen = new Map<string, { readonly seq: number; readonly at: number }>();
  const last = new Map<string, ConfirmedFact>();
  let count = 0;
  return {
    last: () => Object.fromEntries(last),
    /** The sequence number of an event whose second copy is not delivered. */
    recent(id: string): number | undefined {
      const now = performance.now();
      for (const [old, { at }] of seen) {
        if (now - at < DEDUPE_MS) break;
        seen.delete(old);
      }
      return seen.get(id)?.seq;
    },
    take({ id, event }: EventEnvelope): number {
      count += 1;
      seen.set(id, { seq: count, at: performance.now() });
      last.set(event, { id, seq: count });
      return count;
    },
  };
}

function keepLast<T>(list: T[], item: T, count = BACKLOG): void {
  list.push(item);
  if (list.length > count) list.shift();
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
