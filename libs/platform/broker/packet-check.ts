import { isNodeIdOf } from "#libs/platform/bus/bus-identity.ts";

/** The reason to drop a packet. */
export type Refusal = "malformed" | "subject" | "sender" | "action" | "event" | "answer" | "info";

/** A packet as it came from the bus. */
export interface Incoming {
  readonly kind: string;
  readonly subject: string;
  /** Moleculer sets none. A packet with NATS headers has another source, such as a stream that was told to send it. */
  readonly hasHeaders: boolean;
  readonly packet: {
    readonly sender?: unknown;
    readonly action?: unknown;
    readonly event?: unknown;
    readonly groups?: unknown;
    readonly id?: unknown;
    readonly instanceID?: unknown;
  };
}

/** The receiver. */
export interface Receiver {
  /** `MOL-<namespace>` */
  readonly prefix: string;
  readonly nodeID: string;
  readonly hosts: Readonly<Record<string, string>> | null;
  /** The action of the pending call with this id on this node. */
  askedFor(id: string): string | undefined;
}

/**
 * Compares a packet with its subject; null when they agree. NATS has checked the right to publish on the subject, but not the contents of
 * the packet. Without this, a process that may call one action could call any other.
 */
export function refusalOf({ kind, subject, hasHeaders, packet }: Incoming, { prefix, nodeID, hosts, askedFor }: Receiver): Refusal | null {
  const [what = "", from, more] = subject.slice(prefix.length + 1).split(".from.");
  if (hasHeaders || !from || more !== undefined || !subject.startsWith(`${prefix}.${kind}`)) return "subject";
  if (!isNodeIdOf(from, packet.sender)) return "sender";
  if (kind === "REQ" && what !== `REQB.${packet.action}` && what !== `REQ.${nodeID}.${packet.action}`) return "action";
  if (kind === "EVENT" && what !== `EVENT.${nodeID}.${packet.event}` && what !== `EVENTB.${packet.groups}.${packet.event}`) return "event";
  if (kind !== "RES" || !hosts) return null;
  const service = askedFor(String(packet.id))?.split(".")[0];
  return service !== undefined && hosts[service] !== from ? "answer" : null;
}
