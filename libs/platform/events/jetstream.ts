import { setTimeout as pause } from "node:timers/promises";
import { type ConnectionOptions, headers, type MsgHdrs } from "nats";
import type { Logger } from "pino";
import { type EventStream, type FactRefusal, withDefaults } from "./event-stream.ts";
import { consume } from "./jetstream-consumer.ts";
import { renewDurables } from "./jetstream-durables.ts";
import { findLostFacts, lastFacts } from "./jetstream-facts.ts";
import { keepStreams, type StreamKeeper } from "./jetstream-keeper.ts";
import { type ActiveLink, type JetStreamLink, openLink, type StreamLink } from "./jetstream-link.ts";
import { streamNames } from "./jetstream-streams.ts";
import { messageId } from "./message-id.ts";

const FIRST_CONNECT_MS = 3_000;
const POLL_MS = 20;

export interface JetStreamOptions {
  /** Servers, credentials and TLS of the connection. */
  readonly connection: ConnectionOptions;
  /** Present where names are proven: then the streams have an account of their own. */
  readonly roster: object | null;
  /** The connection to that account; only in the process that maintains the streams. */
  readonly streams: ConnectionOptions | null;
  /** The external subscribers, whose consumers that process maintains. */
  subscribers?(): readonly string[];
  /** Separates environments that share a bus. */
  readonly namespace: string;
  readonly logger: Logger;
  /** An event was refused because its owner has not published it in this form. */
  onRefused?(group: string, reason: FactRefusal): void;
  /** An event was given up. */
  onDeadLetter?(group: string): void;
  /** Copies of the stream in a cluster; 1 on a single server. */
  readonly replicas?: number | undefined;
}

/** Durable events over NATS JetStream. */
export function jetStream(options: JetStreamOptions): EventStream {
  const { logger, onRefused = () => undefined, onDeadLetter = () => undefined } = options;
  const names = streamNames(options.namespace);
  const connections = openConnections(options, names);
  const { opened, requireUp, requireRenewed } = connections;
  const ends = new Set<() => Promise<void>>();

  return {
    isDurable: true,
    start: connections.start,
    generation: () => connections.current()?.generation ?? null,
    serverId: () => connections.current()?.serverId ?? null,
    lastFacts: async (events) => lastFacts(await requireRenewed(), names, events),
    findLostFacts: async (facts) => findLostFacts(await requireRenewed(), names, facts),
    async publish(envelope) {
      const up = requireUp();
      try {
        const { traceparent, ...fact } = envelope;
        const options = { msgID: messageId(fact.event, fact.id), ...(traceparent !== undefined && { headers: traceHeader(traceparent) }) };
        const stored = up.client.publish(names.eventSubject(fact.event), JSON.stringify(fact), options);
        const { seq } = await opened().whileUp(stored);
        return { seq, serverId: up.serverId };
      } catch (error) {
        opened().checkNow();
        throw error;
      }
    },
    async publishFact(fact) {
      const { client } = requireUp();
      const stored = client.publish(names.factSubject(fact.type), JSON.stringify(fact), { msgID: messageId(fact.type, fact.id) });
      const { duplicate } = await opened().whileUp(stored);
      return !duplicate;
    },
    async subscribe(subscription, run) {
      const end = consume({ link: opened(), names, logger, onRefused, onDeadLetter }, withDefaults(subscription), run);
      ends.add(end);
      return () => {
        ends.delete(end);
        return end();
      };
    },
    async stop() {
      await Promise.all([...ends].map((end) => end()));
      ends.clear();
      await connections.close();
    },
  };
}

/** The connection that publishes and consumes. The process that maintains the streams has a second one to their account. */
function openConnections(options: JetStreamOptions, names: ReturnType<typeof streamNames>) {
  const { connection, roster, streams, subscribers = () => [], logger, replicas = 1 } = options;
  let link: JetStreamLink | null = null;
  let keeper: StreamKeeper | null = null;
  let renewal: { readonly serverId: string; readonly done: Promise<void> } | null = null;

  const current = () => link?.current() ?? null;
  const opened = (): JetStreamLink => {
    if (!link) throw new Error("the event stream is not started");
    return link;
  };
  const requireUp = (): ActiveLink => {
    const up = opened().current();
    if (!up) throw new Error("event stream unavailable");
    return up;
  };

  return {
    current,
    opened,
    requireUp,
    async start() {
      if (streams) keeper ??= keepStreams({ connection: streams, names, replicas, subscribers, logger });
      link ??= openLink({ connection, names, replicas: roster ? null : replicas, apiPrefix: roster ? names.apiPrefix : null, logger });
      for (let waited = 0; !link.current() && waited < FIRST_CONNECT_MS; waited += POLL_MS) await pause(POLL_MS);
    },
    /** The streams of a server whose durable consumers were checked since its start. */
    async requireRenewed(): Promise<StreamLink> {
      const up = streams ? keeper?.current() : requireUp();
      if (!up) throw new Error("event stream unavailable");
      if (renewal?.serverId !== up.serverId) renewal = { serverId: up.serverId, done: renewDurables(up.manager, names.events, logger) };
      const { done } = renewal;
      await done.catch((error: unknown) => {
        if (renewal?.done === done) renewal = null;
        throw error;
      });
      return up;
    },
    async close() {
      await link?.close();
      link = null;
      await keeper?.close();
      keeper = null;
    },
  };
}

function traceHeader(traceparent: string): MsgHdrs {
  const header = headers();
  header.set("traceparent", traceparent);
  return header;
}
