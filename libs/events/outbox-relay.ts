import type { Logger } from "pino";
import type { FaultPoints } from "#libs/faults/fault-points.ts";
import { type Clock, SECOND } from "#libs/kernel/clock.ts";
import type { EventStream } from "./event-stream.ts";
import { NEVER, type NewOutboxRow, type OutboxRows } from "./outbox-rows.ts";
import { createSleeper } from "./sleeper.ts";

const POLL_MS = 500;
const BATCH = 100;
/** Rows that wait at hand; further ones are found in the store. */
const MOST_TAKEN = 1_000;
/** A relay that died gives its rows up after this: no fact may wait for 5 s while the bus is up. */
const LEASE_MS = 3 * SECOND;
const RETRY_MS = SECOND;

export interface RelayDeps {
  readonly rows: OutboxRows;
  readonly stream: EventStream;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly faults: FaultPoints;
}

/**
 * Hands the rows of an outbox to the stream, in a loop. What this process has committed it still has at hand; it asks the store
 * only for what others left behind.
 */
export interface Relay {
  start(): void;
  /** Until when a row that is written now belongs to this relay; then any other may claim it. */
  holdUntil(): Date;
  /** Takes a row that was committed, when it belongs to this relay. */
  take(row: NewOutboxRow): void;
  stop(): Promise<void>;
}

export function outboxRelay(deps: RelayDeps): Relay {
  let loop: Promise<void> | null = null;
  let stopped = true;
  let looksAt = 0;
  let refilled: string | null = null;
  const sleeper = createSleeper();
  const taken: NewOutboxRow[] = [];

  const pass = async () => {
    const generation = deps.stream.generation();
    // What is not handed over now is found in the store when it belongs to nobody any more.
    const own = taken.splice(0);
    if (generation === null) return;
    if (generation !== refilled) await refill(deps, generation);
    refilled = generation;
    for (let at = 0; at < own.length; at += BATCH) await relay(deps, generation, own.slice(at, at + BATCH));
    if (stopped || performance.now() < looksAt) return;
    looksAt = performance.now() + POLL_MS;
    while (!stopped && (await relayClaimed(deps, generation)) === BATCH);
  };

  const run = async () => {
    do {
      await pass().catch((error: unknown) => deps.logger.warn({ err: error }, "outbox relay failed, will try again"));
      if (!stopped) await sleeper.sleep(POLL_MS);
    } while (!stopped || taken.length > 0);
  };

  return {
    holdUntil: () => (stopped ? NEVER : leaseFrom(deps.clock)),
    take(row) {
      if (stopped || taken.length >= MOST_TAKEN || row.claimedUntil <= deps.clock.now()) return;
      taken.push(row);
      sleeper.wake();
    },
    start() {
      if (!stopped) return;
      stopped = false;
      loop = run();
    },
    async stop() {
      stopped = true;
      sleeper.wake();
      await loop;
    },
  };
}

function leaseFrom(clock: Clock): Date {
  return new Date(clock.now().getTime() + LEASE_MS);
}

/** A stream that was lost gets the retained facts again; those who have applied them recognise them. */
async function refill({ rows, logger }: RelayDeps, generation: string): Promise<void> {
  const count = await rows.reopenLost(generation);
  if (count > 0) logger.warn({ count, generation }, "event stream is new, published events are sent again");
}

/** Publishes a batch of what nobody else holds. Returns how many rows there were; 0 after a failure. */
async function relayClaimed(deps: RelayDeps, generation: string): Promise<number> {
  const batch = await deps.rows.claim(deps.clock.now(), leaseFrom(deps.clock), BATCH);
  return (await relay(deps, generation, batch)) ? batch.length : 0;
}

/** Publishes rows that belong to this relay. Marked is only what the stream has confirmed. Says whether that is all of them. */
async function relay(
  { rows, stream, clock, logger, faults }: RelayDeps,
  generation: string,
  batch: readonly NewOutboxRow[],
): Promise<boolean> {
  if (batch.length === 0) return true;
  await faults.hit("outbox.claimed");
  const outcomes = await Promise.allSettled(batch.map((row) => stream.publish(envelopeOf(row))));
  await faults.hit("outbox.published");
  const idsOf = (status: string) => batch.filter((_, index) => outcomes[index]?.status === status).map(({ _id }) => _id);
  const published = idsOf("fulfilled");
  const failed = idsOf("rejected");
  if (published.length > 0) await rows.markPublished(published, clock.now(), generation);
  if (failed.length === 0) return true;
  const reason = outcomes.find((outcome) => outcome.status === "rejected")?.reason as unknown;
  logger.warn({ err: reason, count: failed.length }, "events not published, will try again");
  await rows.release(failed, new Date(clock.now().getTime() + RETRY_MS));
  return false;
}

function envelopeOf({ _id, event, createdAt, payload, requestId, source }: NewOutboxRow) {
  return { id: _id, event, at: createdAt.toISOString(), payload, requestId, source };
}
