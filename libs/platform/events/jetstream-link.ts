import { type ConnectionOptions, connect, Events, type JetStreamClient, type JetStreamManager, type NatsConnection } from "nats";
import type { Logger } from "pino";
import { wait } from "#libs/kernel/wait.ts";
import { withDeadline } from "#libs/kernel/with-deadline.ts";
import { ensureStreams, findStreams, SETTLE_MS, type StreamNames } from "./jetstream-streams.ts";
import { createSleeper } from "./sleeper.ts";

const CHECK_MS = 5_000;
const RETRY_MS = 250;
const REQUEST_MS = 3_000;
const DRAIN_MS = 5_000;

/** The present streams; another generation means that they were lost and recreated. */
export interface StreamLink {
  readonly manager: JetStreamManager;
  readonly generation: string;
  /** Id of the server; another one after each start. */
  readonly serverId: string;
}

/** A connection with its streams. */
export interface ActiveLink extends StreamLink {
  readonly client: JetStreamClient;
}

/** The connection to the bus and its streams: reconnects for ever and recreates lost streams. */
export interface JetStreamLink {
  /** Null while the bus or its streams are unavailable. */
  current(): ActiveLink | null;
  /** Checks the streams at once, after a failure that a lost stream would explain. */
  checkNow(): void;
  /** Calls back when the connection breaks and when the streams are recreated. Returns the function that unsubscribes. */
  onChange(listener: () => void): () => void;
  /** The outcome of a request, or a rejection as soon as the connection breaks: the client itself would wait for its timeout. */
  whileUp<T>(request: Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface LinkOptions {
  /** The client reconnects by itself, for ever. */
  readonly connection: ConnectionOptions;
  readonly names: StreamNames;
  /** Replicas of streams that this process creates; null when another process creates them. */
  readonly replicas: number | null;
  /** Where JetStream takes requests; null: under its own name. */
  readonly apiPrefix: string | null;
  readonly logger: Logger;
}

interface LinkState extends Pick<JetStreamLink, "current" | "onChange" | "whileUp"> {
  change(next: ActiveLink | null): void;
}

function linkState(): LinkState {
  let up: ActiveLink | null = null;
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
      let unsubscribe: () => void = () => undefined;
      const broken = new Promise<never>((_, reject) => {
        unsubscribe = onChange(() => reject(new Error("event bus connection lost")));
      });
      return Promise.race([request, broken]).finally(unsubscribe);
    },
  };
}

export function openLink({ connection, names, replicas, apiPrefix, logger }: LinkOptions): JetStreamLink {
  let nats: NatsConnection | null = null;
  let connected = false;
  let closed = false;
  const prefixed = apiPrefix === null ? {} : { apiPrefix };
  const sleeper = createSleeper();
  const { current, change, onChange, whileUp } = linkState();

  const watchStatus = async (opened: NatsConnection) => {
    for await (const { type } of opened.status()) {
      if (type !== Events.Disconnect && type !== Events.Reconnect) continue;
      connected = type === Events.Reconnect;
      if (connected) sleeper.wake();
      else change(null);
    }
  };

  const settle = async ({ generation }: ActiveLink) => {
    logger.warn({ generation }, "event stream was deleted");
    change(null);
    await wait(SETTLE_MS);
  };

  const check = async () => {
    try {
      if (!nats || nats.isClosed()) {
        nats = await connect(connection);
        connected = true;
        void watchStatus(nats);
      }
      // A request that is sent while the connection is broken never gets a reply.
      if (!connected) return;
      const manager = await nats.jetstreamManager({ ...prefixed, checkAPI: false, timeout: REQUEST_MS });
      const up = current();
      const found = up && (await whileUp(findStreams(manager, names)));
      if (up && found === up.generation) return;
      if (up && found === null) await settle(up);
      const generation = await whileUp(replicas === null ? findStreams(manager, names) : ensureStreams(manager, names, replicas));
      if (generation === null) return;
      logger.info({ generation }, "event stream ready");
      change({ client: nats.jetstream({ ...prefixed, timeout: REQUEST_MS }), manager, generation, serverId: nats.info?.server_id ?? "" });
    } catch (error) {
      if (current()) logger.warn({ err: error }, "event stream unavailable");
      change(null);
    }
  };

  const checkUntilClosed = async () => {
    while (!closed) {
      await check();
      if (!closed) await sleeper.sleep(current() ? CHECK_MS : RETRY_MS, current() === null);
    }
  };
  const checking = checkUntilClosed();

  return {
    current,
    checkNow: () => sleeper.wake(),
    onChange,
    whileUp,
    async close() {
      closed = true;
      sleeper.wake();
      await checking;
      change(null);
      if (nats && connected) await drain(nats);
      await nats?.close();
    },
  };
}

async function drain(nats: NatsConnection): Promise<void> {
  await withDeadline(
    nats.drain().catch(() => undefined),
    DRAIN_MS,
    () => undefined,
  );
}
