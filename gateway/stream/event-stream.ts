import type { ServerResponse } from "node:http";
import type { StreamBatch } from "#libs/contract-kit/stream.ts";
import type { Logger } from "#libs/platform/log/logger.ts";

/** After this long without a write, a comment shows proxies and the client that the stream is alive. */
const HEARTBEAT_MS = 20_000;
/** Maximum time a stream waits for a hint before it reads, because hints may be lost. */
const POLL_INTERVAL_MS = 15_000;
/** Delay after a failed read. */
const RETRY_MS = 3_000;
/** A client that has read nothing for this long is disconnected. */
const STALL_TIMEOUT_MS = 30_000;
/** Delay before a client reconnects. */
const RECONNECT_MS = 3_000;

/** A response of server-sent events. */
export interface EventStream {
  /** Reads again, because there may be new events. */
  wake(): void;
  /** Sends an event that is no part of a batch, unless the client does not read. */
  tell(event: StreamBatch["events"][number]): void;
  /** Sends heartbeats, polls, and disconnects a stalled client; called about once a second. */
  tick(): void;
  /** Ends the response. Later calls disconnect a client that does not read the rest. */
  end(): void;
}

interface EventStreamParts {
  readonly response: ServerResponse;
  /** The batch that was read before the response began. */
  readonly first: StreamBatch;
  /** The events after a position. */
  read(position: string): Promise<StreamBatch>;
  readonly logger: Logger;
}

/**
 * Sends the first batch, then new events as they come. While the client does not read, no further batch is read, so a slow client costs the
 * memory of one batch at most.
 */
export function eventStream({ response, first, read, logger }: EventStreamParts): EventStream {
  let position = first.position;
  let reading = false;
  let woken = first.more;
  let stalledAt: number | null = null;
  let writtenAt = performance.now();
  let nextPollAt = writtenAt + POLL_INTERVAL_MS;
  const isClosed = () => response.destroyed || response.writableEnded;

  const isStalled = () => stalledAt !== null && performance.now() - stalledAt > STALL_TIMEOUT_MS;

  const write = (text: string) => {
    writtenAt = performance.now();
    if (!response.write(text)) stalledAt ??= writtenAt;
  };

  const send = (batch: StreamBatch) => {
    position = batch.position;
    if (batch.events.length > 0) write(batch.events.map(eventText).join(""));
    woken ||= batch.more;
  };

  const readBatch = async () => {
    woken = false;
    nextPollAt = performance.now() + POLL_INTERVAL_MS;
    try {
      const batch = await read(position);
      if (!isClosed()) send(batch);
    } catch (error) {
      nextPollAt = performance.now() + RETRY_MS;
      logger.debug({ err: error }, "stream read failed; retrying in 3 s");
    }
  };

  const readWhileWoken = async () => {
    if (reading) return;
    reading = true;
    while (woken && stalledAt === null && !isClosed()) await readBatch();
    reading = false;
  };

  const wake = () => {
    woken = true;
    void readWhileWoken();
  };

  response.on("drain", () => {
    stalledAt = null;
    void readWhileWoken();
  });
  write(`retry: ${RECONNECT_MS}\n\n`);
  send(first);
  void readWhileWoken();

  return {
    wake,
    tell: (event) => void (isClosed() || stalledAt !== null || write(eventText(event))),
    tick() {
      if (isStalled()) response.destroy();
      const now = performance.now();
      if (stalledAt === null && now - writtenAt > HEARTBEAT_MS) write(":\n\n");
      if (now > nextPollAt) wake();
    },
    end() {
      if (!isClosed()) response.end();
      stalledAt ??= performance.now();
      if (isStalled()) response.destroy();
    },
  };
}

/** An event in the format of the standard. Neither JSON nor our ids contain line breaks. */
function eventText({ id, event, data }: StreamBatch["events"][number]): string {
  return `${id === null ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
