import { type ConnectionOptions, connect, Events, type JetStreamClient, type JetStreamManager, type NatsConnection } from "nats";
import type { Logger } from "pino";
import { wait } from "#libs/kernel/wait.ts";
import { ensureStreams, findStreams, type StreamNames } from "./jetstream-streams.ts";
import { createSleeper } from "./sleeper.ts";

const CHECK_MS = 5_000;
const RETRY_MS = 250;
/** A stream created while the server still deletes one of that name loses what it confirms (seen with 2.9). */
const SETTLE_MS = 1_000;
const REQUEST_MS = 3_000;
const DRAIN_MS = 5_000;

/** The client reconnects by itself, for ever. */
const PATIENT: ConnectionOptions = { maxReconnectAttempts: -1, reconnectTimeWait: RETRY_MS, pingInterval: 10_000, timeout: REQUEST_MS };

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
  /** Calls back whenever the connection breaks or the stream begins another life. Returns the function that ends that. */
  onChange(listener: () => void): () => void;
  /** The outcome of a request, or a rejection as soon as the connection breaks: the client itself would wait for its timeout. */
  whileUp<T>(request: Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface LinkOptions {
  readonly connection: ConnectionOptions;
  readonly names: StreamNames;
  readonly replicas: number;
  readonly logger: Logger;
}

interface LinkState extends Pick<JetStreamLink, "current" | "onChange" | "whileUp"> {
  change(next: LinkUp | null): void;
}

function linkState(): LinkState {
  let up: LinkUp | null = null;
  const listeners = new Set<() => void>();
  const onChange = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    current: () => up,
    onChange,
    change(next) {
      up = next;
      for (const listener of listeners) listener();
    },
    whileUp(request) {
      let forget: () => void = () => undefined;
      const broken = new Promise<never>((_, reject) => {
        forget = onChange(() => reject(new Error("the event bus went away")));
      });
      return Promise.race([request, broken]).finally(forget);
    },
  };
}

export function openLink({ connection, names, replicas, logger }: LinkOptions): JetStreamLink {
  let nats: NatsConnection | null = null;
  let connected = false;
  let closed = false;
  const sleeper = createSleeper();
  const { current, change, onChange, whileUp } = linkState();

  const follow = async (opened: NatsConnection) => {
    for await (const { type } of opened.status()) {
      if (type !== Events.Disconnect && type !== Events.Reconnect) continue;
      connected = type === Events.Reconnect;
      if (connected) sleeper.wake();
      else change(null);
    }
  };

  const check = async () => {
    try {
      if (!nats || nats.isClosed()) {
        nats = await connect({ ...PATIENT, ...connection });
        connected = true;
        void follow(nats);
      }
      // What is asked while the connection is broken gets no answer when it is back.
      if (!connected) return;
      const manager = await nats.jetstreamManager({ checkAPI: false, timeout: REQUEST_MS });
      const up = current();
      const found = up && (await whileUp(findStreams(manager, names)));
      if (up && found === up.generation) return;
      if (up && found === null) {
        logger.warn({ generation: up.generation }, "event stream was deleted");
        change(null);
        await wait(SETTLE_MS);
      }
      const generation = await whileUp(ensureStreams(manager, names, replicas));
      logger.info({ generation }, "event stream is up");
      change({ client: nats.jetstream({ timeout: REQUEST_MS }), manager, generation });
    } catch (error) {
      if (current()) logger.warn({ err: error }, "event stream is away");
      change(null);
    }
  };

  const keepUp = async () => {
    while (!closed) {
      await check();
      if (!closed) await sleeper.sleep(current() ? CHECK_MS : RETRY_MS, current() === null);
    }
  };
  const kept = keepUp();

  return {
    current,
    suspect: () => sleeper.wake(),
    onChange,
    whileUp,
    async close() {
      closed = true;
      sleeper.wake();
      await kept;
      change(null);
      if (connected) await Promise.race([nats?.drain().catch(() => undefined), wait(DRAIN_MS)]);
      await nats?.close();
    },
  };
}
