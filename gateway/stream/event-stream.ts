import type { ServerResponse } from "node:http";
import type { StreamBatch } from "#libs/contract-kit/stream.ts";
import type { Logger } from "#libs/log/logger.ts";

/** Silence after which a comment shows proxies and clients that the stream lives, in milliseconds. */
const HEARTBEAT_MS = 20_000;
/** News may come without a hint: how long a stream goes without asking, and after a question that failed. */
const POLL_MS = 15_000;
const RETRY_MS = 3_000;
/** A client that takes nothing for so long is cut. */
const STALLED_MS = 30_000;
/** What a client waits before it connects again, in milliseconds. */
const RECONNECT_MS = 3_000;

/** One open answer of server-sent events. */
export interface EventStream {
  /** There may be something new. */
  wake(): void;
  /** Heartbeat, poll and cut; called about once a second. */
  tick(): void;
  /** Ends it in order; called again, it cuts a client that does not take what is left. */
  end(): void;
}

interface EventStreamParts {
  readonly response: ServerResponse;
  readonly first: StreamBatch;
  /** What came since a position. */
  read(position: string): Promise<StreamBatch>;
  readonly logger: Logger;
}

/**
 * Sends what came first, then whatever is new. Nothing is asked for while the client does not take what was sent, so a slow one
 * holds no more than one batch of memory.
 */
export function eventStream({ response, first, read, logger }: EventStreamParts): EventStream {
  let position = first.position;
  let reading = false;
  let woken = first.more;
  let stalledAt: number | null = null;
  let writtenAt = performance.now();
  let readAgainAt = writtenAt + POLL_MS;
  const gone = () => response.destroyed || response.writableEnded;

  const isStalled = () => stalledAt !== null && performance.now() - stalledAt > STALLED_MS;

  const write = (text: string) => {
    writtenAt = performance.now();
    if (!response.write(text)) stalledAt ??= writtenAt;
  };

  const send = (batch: StreamBatch) => {
    position = batch.position;
    if (batch.events.length > 0) write(batch.events.map(eventText).join(""));
    woken ||= batch.more;
  };

  const readOnce = async () => {
    woken = false;
    readAgainAt = performance.now() + POLL_MS;
    try {
      const batch = await read(position);
      if (!gone()) send(batch);
    } catch (error) {
      readAgainAt = performance.now() + RETRY_MS;
      logger.debug({ err: error }, "a stream could not ask for news");
    }
  };

  const pump = async () => {
    if (reading) return;
    reading = true;
    while (woken && stalledAt === null && !gone()) await readOnce();
    reading = false;
  };

  const wake = () => {
    woken = true;
    void pump();
  };

  response.on("drain", () => {
    stalledAt = null;
    void pump();
  });
  write(`retry: ${RECONNECT_MS}\n\n`);
  send(first);
  void pump();

  return {
    wake,
    tick() {
      if (isStalled()) response.destroy();
      const now = performance.now();
      if (stalledAt === null && now - writtenAt > HEARTBEAT_MS) write(":\n\n");
      if (now > readAgainAt) wake();
    },
    end() {
      if (!gone()) response.end();
      stalledAt ??= performance.now();
      if (isStalled()) response.destroy();
    },
  };
}

/** An event as the standard writes it. JSON has no line breaks, and ids are ours. */
function eventText({ id, event, data }: StreamBatch["events"][number]): string {
  return `${id === null ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
