import { setTimeout as pause } from "node:timers/promises";
import type { ConnectionOptions } from "nats";
import type { Logger } from "pino";
import { type EventStream, withDefaults } from "./event-stream.ts";
import { consume } from "./jetstream-consumer.ts";
import { type JetStreamLink, openLink } from "./jetstream-link.ts";
import { streamNames } from "./jetstream-streams.ts";

const FIRST_CONNECT_MS = 3_000;
const POLL_MS = 20;

export interface JetStreamOptions {
  readonly servers: readonly string[];
  /** Keeps environments apart that share a bus. */
  readonly namespace: string;
  readonly logger: Logger;
  /** Credentials, TLS and name of the connection. */
  readonly connection?: ConnectionOptions | undefined;
  /** Copies of the stream in a cluster; 1 on a single server. */
  readonly replicas?: number | undefined;
}

/** Durable events over NATS JetStream. */
export function jetStream({ servers, namespace, logger, connection = {}, replicas = 1 }: JetStreamOptions): EventStream {
  const names = streamNames(namespace);
  const ends = new Set<() => Promise<void>>();
  let link: JetStreamLink | null = null;

  const opened = (): JetStreamLink => {
    if (!link) throw new Error("the event stream is not started");
    return link;
  };

  return {
    async start() {
      link ??= openLink({ connection: { servers: [...servers], ...connection }, names, replicas, logger });
      for (let waited = 0; !link.current() && waited < FIRST_CONNECT_MS; waited += POLL_MS) await pause(POLL_MS);
    },
    generation: () => link?.current()?.generation ?? null,
    async publish(envelope) {
      const up = opened().current();
      if (!up) throw new Error("the event stream is away");
      try {
        const stored = up.client.publish(names.eventSubject(envelope.event), JSON.stringify(envelope), { msgID: envelope.id });
        await opened().whileUp(stored);
      } catch (error) {
        opened().suspect();
        throw error;
      }
    },
    async subscribe(subscription, run) {
      const end = consume({ link: opened(), names, logger }, withDefaults(subscription), run);
      ends.add(end);
      return () => {
        ends.delete(end);
        return end();
      };
    },
    async stop() {
      await Promise.all([...ends].map((end) => end()));
      ends.clear();
      await link?.close();
      link = null;
    },
  };
}
