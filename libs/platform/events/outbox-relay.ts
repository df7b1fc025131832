import type { Logger } from "pino";
import { type Clock, SECOND } from "#libs/kernel/clock.ts";
import type { FaultPoints } from "#libs/platform/faults/fault-points.ts";
import type { EventEnvelope, EventStream } from "./event-stream.ts";
import type { LostFacts, StreamServer } from "./lost-facts.ts";
import { type NewOutboxRow, type OutboxRows, type PublishedFact, UNCLAIMED } from "./outbox-rows.ts";
import { LEASE_MS, type RelayPace } from "./relay-pace.ts";
import { createSleeper } from "./sleeper.ts";

const BATCH = 100;
/** Rows in memory; more are read from the store. */
const MAX_QUEUED = 1_000;
const RETRY_MS = SECOND;

export interface RelayDeps {
  readonly rows: OutboxRows;
  readonly stream: EventStream;
  readonly lost: Pick<LostFacts, "beforePublishing">;
  readonly pace: RelayPace;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly faults: FaultPoints;
}

/**
 * Publishes the rows of an outbox to the stream, in a loop. Rows that this process has committed are in memory; only those that
 * other processes left behind are read from the store.
 */
export interface Relay {
  /** @param isAlone whether no other process publishes the rows of this outbox */
  start(isAlone: () => boolean): void;
  /** Announces rows that may wait without a lease. */
  lookSoon(): void;
  /** End of the lease of a row that is written now; afterwards any relay may claim it. */
  leaseExpiry(): Date;
  /** Queues a committed row that belongs to this relay. */
  enqueue(row: NewOutboxRow): void;
  stop(): Promise<void>;
}

export function outboxRelay(deps: RelayDeps): Relay {
  let loop: Promise<void> | null = null;
  let stopped = true;
  let isAlone = () => false;
  const { pace } = deps;
  const sleeper = createSleeper();
  const queue: NewOutboxRow[] = [];

  const pass = async () => {
    const server = serverOf(deps.stream);
    // Rows that are not published now are read from the store after their lease.
    const own = queue.splice(0);
    if (server === null) return pace.noteWork();
    await deps.lost.beforePublishing(server);
    for (let at = 0; at < own.length; at += BATCH) await relay(deps, server, own.slice(at, at + BATCH));
    if (stopped || !pace.takeTurn(isAlone())) return;
    if (!pace.isBusy()) {
      if ((await deps.rows.oldestPendingAt()) === null) return;
      // The relay of a leased row may die before it has published the row. The row can be claimed when its lease has ended.
      pace.noteWork();
    }
    while (!stopped && (await relayClaimed(deps, server)) === BATCH);
  };

  const run = async () => {
    do {
      await pass().catch((error: unknown) => {
        pace.noteWork();
        deps.logger.warn({ err: error }, "outbox relay failed; retrying");
      });
      if (!stopped) await sleeper.sleep(pace.pauseMs());
    } while (!stopped || queue.length > 0);
  };

  return {
    leaseExpiry() {
      pace.noteWork();
      return stopped ? UNCLAIMED : leaseFrom(deps.clock);
    },
    lookSoon() {
      pace.noteWork();
      sleeper.wake();
    },
    enqueue(row) {
      if (stopped || queue.length >= MAX_QUEUED || row.claimedUntil <= deps.clock.now()) return;
      queue.push(row);
      sleeper.wake();
    },
    start(knowsToBeAlone) {
      if (!stopped) return;
      stopped = false;
      isAlone = knowsToBeAlone;
      pace.noteWork();
      loop = run();
    },
    async stop() {
      stopped = true;
      sleeper.wake();
      await loop;
    },
  };
}

function serverOf(stream: EventStream): StreamServer | null {
  const [generation, serverId] = [stream.generation(), stream.serverId()];
  return generation === null || serverId === null ? null : { generation, serverId };
}

function leaseFrom(clock: Clock): Date {
  return new Date(clock.now().getTime() + LEASE_MS);
}

/** Claims and publishes a batch. Returns how many rows it had; 0 after a failure. */
async function relayClaimed(deps: RelayDeps, server: StreamServer): Promise<number> {
  const batch = await deps.rows.claim(deps.clock.now(), leaseFrom(deps.clock), BATCH);
  return (await relay(deps, server, batch)) ? batch.length : 0;
}

/** Publishes rows of this relay and marks the confirmed ones. Returns whether all of them were confirmed. */
async function relay(
  { rows, stream, pace, clock, logger, faults }: RelayDeps,
  server: StreamServer,
  batch: readonly NewOutboxRow[],
): Promise<boolean> {
  if (batch.length === 0) return true;
  pace.noteWork();
  await faults.hit("outbox.claimed");
  const publish = async (row: NewOutboxRow) => {
    // The outbox was compared with another server than the one that would store this event.
    if (stream.serverId() !== server.serverId) throw new Error("the event bus has restarted");
    return stream.publish(envelopeOf(row));
  };
  const outcomes = await Promise.allSettled(batch.map(publish));
  await faults.hit("outbox.published");
  const published: PublishedFact[] = [];
  const failed: string[] = [];
  for (const [index, { _id: id }] of batch.entries()) {
    const outcome = outcomes[index];
    if (outcome?.status === "fulfilled") published.push({ id, ...outcome.value });
    else failed.push(id);
  }
  if (published.length > 0) await rows.markPublished(published, clock.now(), server.generation);
  if (failed.length === 0) return true;
  const reason = outcomes.find((outcome) => outcome.status === "rejected")?.reason as unknown;
  logger.warn({ err: reason, count: failed.length }, "events not published; retrying");
  await rows.release(failed, new Date(clock.now().getTime() + RETRY_MS));
  return false;
}

function envelopeOf({ _id, event, createdAt, payload, requestId, traceparent, source }: NewOutboxRow): EventEnvelope {
  return { id: _id, event, at: createdAt.toISOString(), payload, requestId, traceparent, source };
}
