import { type ConnectionOptions, connect, type NatsConnection } from "nats";
import type { Logger } from "pino";
import { wait } from "#libs/kernel/wait.ts";
import type { StreamLink } from "./jetstream-link.ts";
import { ensureStreams, findStreams, SETTLE_MS, type StreamNames } from "./jetstream-streams.ts";
import { keepSubscribers } from "./jetstream-subscribers.ts";
import { createSleeper } from "./sleeper.ts";

const CHECK_MS = 1_000;
const REQUEST_MS = 3_000;

export interface StreamKeeper {
  /** Null while the bus or its streams are unavailable. */
  current(): StreamLink | null;
  close(): Promise<void>;
}

export interface KeeperOptions {
  readonly connection: ConnectionOptions;
  readonly names: StreamNames;
  readonly replicas: number;
  /** The external subscribers; each has a durable consumer of its name on the public facts. */
  subscribers(): readonly string[];
  readonly logger: Logger;
}

/** Creates the streams, and recreates lost ones; the other processes wait for them. */
export function keepStreams({ connection, names, replicas, subscribers, logger }: KeeperOptions): StreamKeeper {
  let nats: NatsConnection | null = null;
  let closed = false;
  let stored = "";
  let served = "";
  let up: StreamLink | null = null;
  const sleeper = createSleeper();

  const check = async () => {
    if (!nats || nats.isClosed()) nats = await connect(connection);
    const manager = await nats.jetstreamManager({ checkAPI: false, timeout: REQUEST_MS });
    if (stored && (await findStreams(manager, names)) === null) await wait(SETTLE_MS);
    const generation = await ensureStreams(manager, names, replicas);
    if (generation !== stored) logger.info({ generation }, "event streams ready");
    stored = generation;
    const wanted = [generation, ...subscribers()].join(" ");
    if (wanted !== served) await keepSubscribers(manager, names.facts, subscribers());
    served = wanted;
    up = { manager, generation, serverId: nats.info?.server_id ?? "" };
  };
  const checking = (async () => {
    while (!closed) {
      await check().catch((error: unknown) => {
        up = null;
        logger.warn({ err: error }, "event streams cannot be checked; trying again");
      });
      if (!closed) await sleeper.sleep(CHECK_MS);
    }
  })();
  return {
    current: () => up,
    async close() {
      closed = true;
      sleeper.wake();
      // A request on a broken connection ends only with the connection.
      await nats?.close();
      await checking;
    },
  };
}
