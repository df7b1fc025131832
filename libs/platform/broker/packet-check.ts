import { isNodeIdOf } from "#libs/platform/bus/bus-identity.ts";

/** Why a packet is dropped. */
export type Refusal = "malformed" | "subject" | "sender" | "action" | "event" | "answer" | "info";

/** A packet as it came from the bus. */
export interface Incoming {
  readonly kind: string;
  readonly subject: string;
  /** Moleculer sets none: a packet with NATS headers was made by something else, such as a stream that was asked to send it. */
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
  /** The action that a call of this node awaits the answer of. */
  askedFor(id: string): string | undefined;
}

/**
 * Compares a packet with its subject; null when they agree. NATS has checked who may publish on the subject, but not what stands in the
 * packet: without this, an action that may be called would be a way to call any other.
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
