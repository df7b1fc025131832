import type { Logger } from "pino";
import { type Clock, SECOND } from "#libs/kernel/clock.ts";
import { randomFraction } from "#libs/kernel/random.ts";
import { elapsedMs } from "#libs/kernel/timers.ts";
import { wait } from "#libs/kernel/wait.ts";
import type { EventStream, StoredFacts } from "./event-stream.ts";
import type { OutboxRows } from "./outbox-rows.ts";

const COMPARE_MS = 60 * SECOND;
/** Longest wait of events for the comparison with a server that has just started. */
const MAX_WAIT_MS = 10 * SECOND;
const RETRY_MS = 250;
/** Events of one request to the stream. */
const ASKED_AT_ONCE = 500;

export interface LostFactsDeps {
  readonly rows: OutboxRows;
  readonly stored: StoredFacts;
  /** Whether a new stream means that the events of another one were lost: see {@link EventStream.isDurable}. */
  readonly isDurable: EventStream["isDurable"];
  readonly clock: Clock;
  readonly logger: Logger;
  /** Counts events that the stream had confirmed and has lost. */
  readonly onLost: (count: number) => void;
}

/** A stream, and the server that holds it. */
export interface StreamServer {
  readonly generation: string;
  readonly serverId: string;
}

/**
 * Finds confirmed events that the stream no longer holds, and reopens their rows, so that the relay publishes them again. Consumers that
 * have applied them skip them.
 */
export interface LostFacts {
  /** Called before events are published. It takes time only at a new server, where new events must not hide earlier lost ones. */
  beforePublishing(server: StreamServer): Promise<void>;
  /** Looks for single lost events among stored ones. */
  reconcile(): Promise<void>;
}

export function lostFacts(deps: LostFactsDeps): LostFacts {
  const { rows, stored, clock, logger, onLost } = deps;
  let at: StreamServer | null = null;
  let nextCompareAt = 0;

  const report = (count: number) => {
    if (count === 0) return;
    onLost(count);
    logger.warn({ count }, "event stream has lost confirmed events; publishing them again");
  };

  const compare = async ({ generation }: StreamServer) => {
    const newest = await rows.listNewestPositions();
    const { created, last } = await stored.lastFacts(newest.map(({ event }) => event));
    if (created !== generation) return;
    let count = 0;
    for (const position of newest) {
      const end = last[position.event];
      const holdsAll = end && (end.seq > position.seq || (end.seq === position.seq && end.id === position.id));
      if (!holdsAll) count += await rows.reopenBeyond(end, position, clock.now());
    }
    report(count);
  };

  const compareInBackground = (server: StreamServer) => {
    nextCompareAt = elapsedMs() + COMPARE_MS;
    compare(server).catch((error: unknown) =>
      logger.warn({ err: error }, "events not compared with the event stream; trying again in 60 s"),
    );
  };

  const compareWithin = async (server: StreamServer, milliseconds: number) => {
    for (const until = elapsedMs() + milliseconds; ; ) {
      try {
        await compare(server);
        nextCompareAt = elapsedMs() + COMPARE_MS;
        return;
      } catch (error) {
        if (elapsedMs() > until) {
          logger.warn({ err: error }, "events not compared with the event stream; publishing anyway");
          return;
        }
        await wait(RETRY_MS);
      }
    }
  };

  return {
    async beforePublishing(server) {
      if (at?.serverId === server.serverId && at.generation === server.generation) {
        if (elapsedMs() >= nextCompareAt) compareInBackground(server);
        return;
      }
      const last = await rows.findLastPosition();
      if (last && (at ?? { generation: last.publishedTo }).generation !== server.generation) await refill(deps, server);
      // Also after a refill, and without a confirmed event: the stream may have stored and lost events whose confirmation was not recorded.
      const before = at ?? last;
      // An outbox without a confirmed event has hardly anything to lose, so it does not wait for the comparison.
      if (before?.serverId !== server.serverId) await compareWithin(server, before ? MAX_WAIT_MS : 0);
      at = server;
    },
    async reconcile() {
      const facts = await rows.samplePublished(clock.now(), randomFraction);
      for (let start = 0; start < facts.length; start += ASKED_AT_ONCE) {
        const lost = await stored.findLostFacts(facts.slice(start, start + ASKED_AT_ONCE));
        report(await rows.reopen(lost));
      }
    },
  };
}

/** Publishes the retained events again to a recreated stream. */
async function refill({ rows, logger, isDurable }: LostFactsDeps, { generation }: StreamServer): Promise<void> {
  const count = await rows.reopenLost(generation);
  if (count === 0) return;
  const level = isDurable ? "warn" : "debug";
  logger[level]({ count, generation }, "event stream was recreated; publishing retained events again");
}
