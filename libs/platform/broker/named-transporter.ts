import { Transporters } from "moleculer";
import { connect, Events, type Msg, type NatsConnection, type Status, type Subscription } from "nats";
import { MAX_MESSAGE_BYTES } from "#libs/contract-kit/message-size.ts";
import { type BusIdentity, callsOf } from "#libs/platform/bus/bus-identity.ts";
import { isHeard } from "./is-heard.ts";
import { infoOfProcess } from "./node-info.ts";
import { type Incoming, type Refusal, refusalOf } from "./packet-check.ts";
import { isTooDeep, isWellFormed } from "./packet-form.ts";
import { isPlainSubject } from "./plain-subject.ts";
import { callUnheard, type PendingCall } from "./unheard-calls.ts";

const FROM = ".from.";
/** The actions that an operator's console calls on its own node. */
const OWN_NODE = "$node.*";
/** Kinds whose subject names a node only; the action or event that a packet carries is appended. */
const NAMED: ReadonlySet<string> = new Set(["REQ", "EVENT"]);

/** Status of NATS's own reply to a message without subscribers. */
const NO_RESPONDERS = 503;
/** Interval of the check for a new key, in milliseconds. */
const LOOK_FOR_KEY_MS = 1_000;

/** A subscription as it is made again on another connection. */
interface Listening {
  readonly kind: string;
  readonly topic: string;
  readonly queue?: string | undefined;
}

export interface TransporterEvents {
  /** A packet that was dropped, or a publication that NATS refused. */
  onRefused(reason: Refusal | "publish", subject: string): void;
  /** NATS refused a subscription: the process cannot do its work. */
  onForbidden(subject: string): void;
  /** Whether the server answers. */
  onAvailable(available: boolean): void;
}

/** The parts of Moleculer's transit that its types leave out. */
interface Transit {
  readonly pendingRequests: Map<string, PendingCall>;
  sendHeartbeat(load: { readonly cpu: null }): Promise<void>;
  sendNodeInfo(info: object): Promise<void>;
  discoverNodes(): Promise<void>;
}

/** A packet as Moleculer's transit makes and takes it. */
interface Packet {
  readonly type: string;
  readonly payload: Incoming["packet"];
}

/**
 * Moleculer over NATS, with the name of the sender's process at the end of every subject: `MOL-<namespace>.<kind>.<name>.from.<process>`.
 * NATS lets a process publish under its own name only. The receiver compares each packet with the subject on which it arrived.
 */
export class NamedTransporter extends Transporters.NATS {
  /** Set by Moleculer: takes a packet that has been read. */
  declare messageHandler: (kind: string, packet: unknown) => unknown;
  readonly #identity: BusIdentity;
  readonly #calls: ReadonlySet<string> | null;
  readonly #events: TransporterEvents;
  #listening: Listening[] = [];
  #stopLooking = () => undefined as void;
  /** The seed with which its connection was authenticated. @internal for tests */
  provenSeed: string | null = null;

  constructor(identity: BusIdentity, events: TransporterEvents) {
    super({ ...identity.connection });
    this.#identity = identity;
    this.#calls = callsOf(identity);
    this.#events = events;
  }

  override connect(): Promise<void> {
    this.provenSeed = this.#identity.seed?.() ?? null;
    return super.connect() as Promise<void>;
  }

  override onConnected(wasReconnect?: boolean): Promise<unknown> {
    void this.#followStatus(this.client as NatsConnection);
    this.#hearOfUnheard();
    this.#warnOfSmallMessages();
    if (this.provenSeed !== null) this.#lookForNewKey();
    return super.onConnected(wasReconnect);
  }

  override disconnect(): Promise<void> {
    this.#stopLooking();
    return super.disconnect() as Promise<void>;
  }

  #warnOfSmallMessages(): void {
    const { max_payload: bytes = MAX_MESSAGE_BYTES } = (this.client as NatsConnection).info ?? {};
    if (bytes < MAX_MESSAGE_BYTES)
      this.logger.warn(`the bus takes messages of ${bytes} bytes; larger answers fail, so set its max_payload to ${MAX_MESSAGE_BYTES}`);
  }

  #lookForNewKey(): void {
    this.#stopLooking();
    let isMoving = false;
    const timer = setInterval(() => {
      if (isMoving) return;
      isMoving = true;
      void this.#moveToNewKey()
        // The key cannot be read, the server does not know it yet, or it does not deliver to the new connection.
        .catch((error: Error) => this.logger.debug("no connection with the new key yet", error.message))
        .finally(() => {
          isMoving = false;
        });
    }, LOOK_FOR_KEY_MS).unref();
    this.#stopLooking = () => clearInterval(timer);
  }

  /**
   * Moves to a connection with the new key before the former key is retired. Otherwise the server would close the former connection, and
   * calls to this process would be lost until it reconnects. For a moment both connections receive; the former one finishes its calls.
   */
  async #moveToNewKey(): Promise<void> {
    const seed = this.#identity.seed?.() ?? null;
    if (seed === this.provenSeed) return;
    const former = this.client as NatsConnection;
    const next = await connect(this.#identity.connection);
    const heartbeat = `${this.getTopicName("HEARTBEAT")}${FROM}${this.#identity.process}`;
    if (!(await isHeard(next, heartbeat, () => (this.transit as unknown as Transit).sendHeartbeat({ cpu: null })).catch(() => false))) {
      await next.close();
      throw new Error("the bus does not deliver to the new connection");
    }
    const listening = this.#listening;
    this.#listening = [];
    this.subscriptions = [];
    this.client = next;
    void this.#followStatus(next);
    this.#hearOfUnheard();
    for (const { kind, topic, queue } of listening) {
      const subscription = this.#listen(kind, topic, queue);
      if (queue !== undefined) this.subscriptions.push(subscription);
    }
    try {
      await next.flush();
      await former.drain();
    } finally {
      // A drain that is cut ends without having closed the connection.
      await former.close();
      await former.closed();
      // Not earlier: the former connection needs the former key for the calls that it still has to answer.
      this.provenSeed = seed;
      this.connected = true;
    }
  }

  async #followStatus(client: NatsConnection): Promise<void> {
    for await (const status of client.status()) {
      if (client !== this.client) return;
      if (status.type === Events.Disconnect) this.#events.onAvailable(false);
      if (status.type === Events.Reconnect) this.#introduceAgain();
      this.#noticeRefusal(status);
    }
  }

  #noticeRefusal({ permissionContext: refused }: Status): void {
    if (refused?.operation === "subscription") this.#events.onForbidden(refused.subject);
    if (refused?.operation === "publish") this.#events.onRefused("publish", refused.subject);
  }

  /** The client subscribes again by itself. Without this, nodes that were away longer than a heartbeat would wait for the next one. */
  #introduceAgain(): void {
    this.#events.onAvailable(true);
    const transit = this.transit as unknown as Transit;
    void transit.sendNodeInfo(this.broker.getLocalNodeInfo());
    void transit.discoverNodes();
  }

  override send(topic: string, data: Buffer, meta: { readonly packet?: Packet; readonly balanced?: boolean } = {}): Promise<void> {
    const { packet, balanced = false } = meta;
    if (packet?.type === "REQ" && !this.#mayCall(packet.payload.action))
      return Promise.reject(new Error(`${this.#identity.process} calls ${packet.payload.action} without declaring it`));
    const isToNode = packet !== undefined && NAMED.has(packet.type) && !balanced;
    const named = isToNode ? `${topic}.${packet.payload.action ?? packet.payload.event}` : topic;
    const subject = `${named}${FROM}${this.#identity.process}`;
    const id = String(packet?.payload.id);
    const reply = `${this.#unheard}.${id}`;
    if (!isPlainSubject(subject) || (packet?.type === "REQ" && !isPlainSubject(reply))) return this.#refuseSubject(packet, subject);
    if (packet?.type !== "REQ") return super.send(subject, data);
    const publish = () => (this.client as NatsConnection | null)?.publish(subject, data, { reply });
    const call = (this.transit as unknown as Transit).pendingRequests.get(id);
    if (call) call.again = () => void (this.client?.isClosed() || publish());
    publish();
    return Promise.resolve();
  }

  /** Rejects only for a call. An event to a group has no caller that would handle the rejection, so it would end the process. */
  #refuseSubject(packet: Packet | undefined, subject: string): Promise<void> {
    this.#events.onRefused("publish", subject);
    return packet?.type === "REQ" ? Promise.reject(new Error("call not sent: its subject is not plain")) : Promise.resolve();
  }

  /** The reply subject on which NATS reports a call without subscribers. */
  get #unheard(): string {
    return `_INBOX.${this.nodeID}.unheard`;
  }

  #hearOfUnheard(): void {
    const callback = (error: Error | null, { headers, subject }: Msg) => {
      if (error || headers?.code !== NO_RESPONDERS) return;
      callUnheard((this.transit as unknown as Transit).pendingRequests, subject.slice(this.#unheard.length + 1));
    };
    (this.client as NatsConnection).subscribe(`${this.#unheard}.*`, { callback });
  }

  /** NATS would refuse the call without naming it, and its caller would wait for the timeout. */
  #mayCall(action: unknown): boolean {
    const calls = this.#calls;
    return calls === null || calls.has(String(action)) || (calls.has(OWN_NODE) && String(action).startsWith("$node."));
  }

  override async subscribe(kind: string, nodeID?: string): Promise<void> {
    this.#listen(kind, `${this.getTopicName(kind, nodeID)}${NAMED.has(kind) ? ".>" : `${FROM}*`}`);
  }

  override async subscribeBalancedRequest(action: string): Promise<void> {
    this.subscriptions.push(this.#listen("REQ", `${this.prefix}.REQB.${action}${FROM}*`, action));
  }

  override async subscribeBalancedEvent(event: string, group: string): Promise<void> {
    this.subscriptions.push(this.#listen("EVENT", `${this.prefix}.EVENTB.${group}.${event}${FROM}*`, group));
  }

  #listen(kind: string, topic: string, queue?: string): Subscription {
    const callback = (error: Error | null, message: Msg) => {
      // An error means a refused subscription, which the status reports as well.
      if (!error) this.#take(kind, message);
    };
    this.#listening.push({ kind, topic, queue });
    return (this.client as NatsConnection).subscribe(topic, { ...(queue && { queue }), callback });
  }

  /** Never throws: an error in a callback of the client would end the connection, and an unhandled rejection would end the process. */
  #take(kind: string, message: Msg): void {
    const fail = () => this.#events.onRefused("malformed", message.subject);
    try {
      this.#check(kind, message)?.catch(fail);
    } catch {
      fail();
    }
  }

  #check(kind: string, message: Msg): Promise<unknown> | null {
    const packet = this.#parse(kind, Buffer.from(message.data));
    const incoming = packet && { kind, subject: message.subject, hasHeaders: message.headers !== undefined, packet: packet.payload };
    const reason = incoming ? refusalOf(incoming, this.#receiver()) : "malformed";
    const taken = packet && !reason ? this.#reduced(packet, message.subject) : packet;
    if (!reason && taken) return Promise.resolve(this.messageHandler(kind, taken));
    this.#events.onRefused(reason ?? "info", message.subject);
    return null;
  }

  /** Null when the description that a node gives of itself cannot be true. */
  #reduced(packet: Packet, subject: string): Packet | null {
    if (packet.type !== "INFO") return packet;
    const { sender, instanceID } = packet.payload;
    // Moleculer would take it for a conflict of ids, which ends the process. Ids are too random for a real conflict.
    if (sender === this.nodeID && instanceID !== this.broker.instanceID) return null;
    const process = subject.slice(subject.indexOf(FROM) + FROM.length);
    const info = infoOfProcess(packet.payload, process, this.#identity.roster?.hosts ?? null);
    return info && { type: packet.type, payload: info };
  }

  #parse(kind: string, data: Buffer): Packet | null {
    if (isTooDeep(data)) return null;
    try {
      const packet = this.deserialize(kind, data) as Packet;
      return typeof packet.payload === "object" && packet.payload !== null && isWellFormed(kind, packet.payload) ? packet : null;
    } catch {
      return null;
    }
  }

  #receiver() {
    const { pendingRequests } = this.transit as unknown as Transit;
    const askedFor = (id: string) => pendingRequests.get(id)?.ctx.action.name;
    return { prefix: this.prefix, nodeID: this.nodeID, hosts: this.#identity.roster?.hosts ?? null, askedFor };
  }
}
