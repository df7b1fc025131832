import type { Logger } from "pino";
import type { FaultPoints } from "#libs/faults/fault-points.ts";
import { type Clock, SECOND } from "#libs/kernel/clock.ts";
import type { EventStream } from "./event-stream.ts";
import type { OutboxRow, OutboxRows } from "./outbox-rows.ts";
import { createSleeper } from "./sleeper.ts";

const POLL_MS = 500;
const BATCH = 100;
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

/** Hands the rows of an outbox to the stream, in a loop. */
export interface Relay {
  start(): void;
  kick(): void;
  stop(): Promise<void>;
}

export function outboxRelay(deps: RelayDeps): Relay {
  let loop: Promise<void> | null = null;
  let stopped = true;
  const sleeper = createSleeper();
  let refilled: string | null = null;

  const pass = async () => {
    const generation = deps.stream.generation();
    if (generation === null) return;
    if (generation !== refilled) await refill(deps, generation);
    refilled = generation;
    while (!stopped && (await relayBatch(deps, generation)) === BATCH);
  };

  const run = async () => {
    while (!stopped) {
      await pass().catch((error: unknown) => deps.logger.warn({ err: error }, "outbox relay failed, will try again"));
      if (!stopped) await sleeper.sleep(POLL_MS);
    }
  };

  return {
    kick: () => sleeper.wake(),
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

/** A stream that was lost gets the retained facts again; those who have applied them recognise them. */
async function refill({ rows, logger }: RelayDeps, generation: string): Promise<void> {
  const count = await rows.reopenLost(generation);
  if (count > 0) logger.warn({ count, generation }, "event stream is new, published events are sent again");
}

/** Publishes one batch. Marked is only what the stream has confirmed. Returns how many rows there were; 0 after a failure. */
async function relayBatch({ rows, stream, clock, logger, faults }: RelayDeps, generation: string): Promise<number> {
  const now = clock.now();
  const batch = await rows.claim(now, new Date(now.getTime() + LEASE_MS), BATCH);
  if (batch.length === 0) return 0;
  await faults.hit("outbox.claimed");
  const outcomes = await Promise.allSettled(batch.map((row) => stream.publish(envelopeOf(row))));
  await faults.hit("outbox.published");
  const idsOf = (status: string) => batch.filter((_, index) => outcomes[index]?.status === status).map(({ _id }) => _id);
  const published = idsOf("fulfilled");
  const failed = idsOf("rejected");
  if (published.length > 0) await rows.markPublished(published, clock.now(), generation);
  if (failed.length === 0) return batch.length;
  const reason = outcomes.find((outcome) => outcome.status === "rejected")?.reason as unknown;
  logger.warn({ err: reason, count: failed.length }, "events not published, will try again");
  await rows.release(failed, new Date(clock.now().getTime() + RETRY_MS));
  return 0;
}

function envelopeOf({ _id, event, createdAt, payload, requestId, source }: OutboxRow) {
  return { id: _id, event, at: createdAt.toISOString(), payload, requestId, source };
}
