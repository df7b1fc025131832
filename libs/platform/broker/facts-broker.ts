import { ServiceBroker, Transporters } from "moleculer";
import type { ConnectionOptions, Msg, NatsConnection } from "nats";
import type { FactMessage } from "#libs/contracts/public-facts.ts";
import { nodeIdOf } from "#libs/platform/bus/bus-identity.ts";
import type { Logger } from "#libs/platform/log/logger.ts";
import { brokerLog } from "./broker-log.ts";
import { infoOfSubscriber } from "./node-info.ts";
import type { Refusal } from "./packet-check.ts";
import { isTooDeep, isWellFormed } from "./packet-form.ts";
import { isPlainSubject } from "./plain-subject.ts";

/** The kinds of packets by which a subscriber's node announces itself; all others are ignored. */
const MEMBERSHIP: ReadonlySet<string> = new Set(["DISCOVER", "INFO", "DISCONNECT", "HEARTBEAT", "PING", "PONG"]);
/** Ids of nodes are a part of the subjects of replies to them. Moleculer builds an id of the host name and a number. */
const NODE_ID = /^[\w.-]{1,128}$/;

interface Packet {
  readonly payload?: { readonly sender?: unknown };
}

/** A packet that was dropped, or a publication that was not made. */
type OnRefused = (reason: Refusal | "publish", subject: string) => void;

/** Moleculer's own transporter, so that any Moleculer service can join. Subscribers are strangers, so every packet from them is checked. */
class SubscribersTransporter extends Transporters.NATS {
  declare messageHandler: (kind: string, packet: unknown) => unknown;

  readonly #onRefused: OnRefused;

  constructor(connection: ConnectionOptions, onRefused: OnRefused) {
    super({ ...connection });
    this.#onRefused = onRefused;
  }

  override async subscribe(kind: string, nodeID?: string): Promise<void> {
    if (!MEMBERSHIP.has(kind)) return;
    const callback = (error: Error | null, message: Msg) => {
      if (!error) this.#take(kind, message);
    };
    (this.client as NatsConnection).subscribe(this.getTopicName(kind, nodeID), { callback });
  }

  /** Never throws. Drops a packet in the name of this very node: Moleculer would take it for a conflict of ids and end the process. */
  #take(kind: string, { data, subject }: Msg): void {
    try {
      const bytes = Buffer.from(data);
      const { payload } = isTooDeep(bytes) ? {} : (this.deserialize(kind, bytes) as Packet);
      if (payload?.sender === this.nodeID) return;
      if (payload && !isWellFormed(kind, payload)) throw new Error("no packet of Moleculer");
      const isNode = typeof payload?.sender === "string" && NODE_ID.test(payload.sender);
      const known = isNode && kind === "INFO" ? infoOfSubscriber(payload) : payload;
      if (isNode && known)
        Promise.resolve(this.messageHandler(kind, { type: kind, payload: known })).catch(() => this.#onRefused("malformed", subject));
      else this.#onRefused(isNode ? "info" : "sender", subject);
    } catch {
      this.#onRefused("malformed", subject);
    }
  }

  override async send(topic: string, data: Buffer): Promise<void> {
    if (isPlainSubject(topic)) await super.send(topic, data);
    else this.#onRefused("publish", topic);
  }
}

/** A node in the account of the subscribers that emits public facts to them as Moleculer events. */
export interface FactsBroker {
  /** At most once for each connected group of subscribers. Does not fail. */
  emit(fact: FactMessage): Promise<void>;
  /** Begins to connect, and continues in the background. */
  start(): void;
  stop(): Promise<void>;
}

interface FactsBrokerOptions {
  readonly namespace: string;
  readonly connection: ConnectionOptions;
  readonly logger: Logger;
  readonly onRefused: OnRefused;
}

export function factsBroker({ namespace, connection, logger, onRefused }: FactsBrokerOptions): FactsBroker {
  const broker = new ServiceBroker({
    namespace,
    nodeID: nodeIdOf({ process: "facts" }),
    transporter: new SubscribersTransporter(connection, onRefused),
    logger: { type: "Pino", options: { createLogger: (_level: string, { mod }: { mod: string }) => brokerLog(logger, mod) } },
    serializer: "JSON",
    // A subscriber with the usual options hears balanced events only.
    disableBalancer: false,
    // Moleculer 0.14 speaks the same packets under another number.
    transit: { disableVersionCheck: true },
    internalServices: false,
    heartbeatInterval: 5,
    heartbeatTimeout: 15,
    skipProcessEventRegistration: true,
  });
  return {
    emit: (fact) => emitFact(broker, fact, logger),
    start: () =>
      void broker.start().catch((error: unknown) => logger.error({ err: error }, "no events for subscribers: broker not started")),
    stop: () => broker.stop(),
  };
}

/** Emits a public fact as a Moleculer event: `ctx.params` is its data, `ctx.meta.fact` the rest. Does not fail. */
export async function emitFact(broker: Pick<ServiceBroker, "emit" | "hasEventListener">, fact: FactMessage, logger: Logger): Promise<void> {
  const { data, ...about } = fact;
  // Most platforms have no subscriber of this kind.
  if (!broker.hasEventListener(fact.type)) return;
  try {
    await broker.emit(fact.type, data, { meta: { fact: about } });
  } catch (error) {
    logger.warn({ err: error, event: fact.type, eventId: fact.id }, "event not emitted to subscribers");
  }
}
