import { type ConnectionOptions, connect, Events, type JetStreamClient, type JetStreamManager, type NatsConnection } from "nats";
import type { Logger } from "pino";
import { wait } from "#libs/kernel/wait.ts";
import { ensureStreams, type StreamNames } from "./jetstream-streams.ts";
import { createSleeper } from "./sleeper.ts";

const CHECK_MS = 5_000;
const RETRY_MS = 250;
const REQUEST_MS = 3_000;
const DRAIN_MS = 5_000;

/** What one life of the stream is used with. */
export interface LinkUp {
  readonly client: JetStreamClient;
  readonly manager: JetStreamManager;
  readonly generation: string;
}

/** The connection to the bus, kept up with its streams: reconnects for ever and recreates streams that were lost. */
export interface JetStreamLink {
  /** Null while the bus or its streams are away. */
  current(): LinkUp | null;
  /** Something failed that a lost stream would explain: look now. */
  suspect(): void;
  close(): Promise<void>;
}

export interface LinkOptions {
  readonly connection: ConnectionOptions;
  readonly names: StreamNames;
  readonly replicas: number;
  readonly logger: Logger;
}

export function openLink({ connection, names, replicas, logger }: LinkOptions): JetStreamLink {
  let nats: NatsConnection | null = null;
  let up: LinkUp | null = null;
  let closed = false;
  const sleeper = createSleeper();

  const follow = async (opened: NatsConnection) => {
    for await (const { type } of opened.status()) {
      if (type === Events.Disconnect) up = null;
      if (type === Events.Reconnect) sleeper.wake();
    }
  };

  const check = async () => {
    try {
      if (!nats) {
        nats = await connect({
          maxReconnectAttempts: -1,
          reconnectTimeWait: RETRY_MS,
          pingInterval: 10_000,
          timeout: REQUEST_MS,
          ...connection,
        });
        void follow(nats);
      }
      const manager = await nats.jetstreamManager({ checkAPI: false, timeout: REQUEST_MS });
      const generation = await ensureStreams(manager, names, replicas);
      if (up?.generation === generation) return;
      logger.info({ generation, before: up?.generation ?? null }, "event stream is up");
      up = { client: nats.jetstream({ timeout: REQUEST_MS }), manager, generation };
    } catch (error) {
      if (up) logger.warn({ err: error }, "event stream is away");
      up = null;
    }
  };

  const keepUp = async () => {
    while (!closed) {
      await check();
      if (!closed) await sleeper.sleep(up ? CHECK_MS : RETRY_MS, up === null);
    }
  };
  const kept = keepUp();

  return {
    current: () => up,
    suspect: () => sleeper.wake(),
    async close() {
      closed = true;
      sleeper.wake();
      await kept;
      const connected = up !== null;
      up = null;
      if (connected) await Promise.race([nats?.drain().catch(() => undefined), wait(DRAIN_MS)]);
      await nats?.close();
    },
  };
}
