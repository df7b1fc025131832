import { randomBytes } from "node:crypto";
import type { ConnectionOptions } from "nats";
import type { SealKeys } from "#libs/contract-kit/caller.ts";
import { type ProcessKeys, type Roster, readKeyFile } from "./key-files.ts";
import { nkeySigner } from "./nkey-authenticator.ts";
import "./given-up-dials.ts";

/** The name of a process on the bus, and the proof of it. */
export interface BusIdentity {
  /** Name of the process: every subject that it publishes ends in it. One word without a dot. */
  readonly process: string;
  /** Null where names are not proven. */
  readonly roster: Roster | null;
  /** Servers, certificate authority and credentials of its connections. */
  readonly connection: ConnectionOptions;
  /** The keys of the seals that this process opens or makes; null where names are not proven. */
  readonly seal: Pick<SealKeys, "own" | "all"> | null;
  /** The seed that the key file holds now; absent where names are not proven. Throws when it cannot be read. */
  readonly seed?: () => string;
  /** The connection to the account of the streams; of `config` only. */
  readonly streams: ConnectionOptions | null;
  /** The connection to the account of the subscribers; only in the process that publishes public facts. */
  readonly facts: ConnectionOptions | null;
  /** The names of the subscribers, as the roster has them now. */
  subscribers(): readonly string[];
}

/** The files by which a process proves its name. */
export interface BusFiles {
  readonly natsServers: readonly string[];
  readonly natsCaFile: string | null;
  readonly processKeysFile: string | null;
  readonly keysRosterFile: string | null;
}

/** Two unanswered pings reveal a silent server; the client then reconnects for ever. */
const ALIVE: ConnectionOptions = {
  pingInterval: 1_000,
  maxPingOut: 2,
  maxReconnectAttempts: -1,
  reconnectTimeWait: 250,
  // Also for a reconnect: the kernel of a stopped server still accepts connections.
  timeout: 3_000,
};

/** The identity on a bus without authentication: the name is claimed and not proven. @internal */
export function claimedIdentity(process: string, servers: readonly string[]): BusIdentity {
  const connection = { ...ALIVE, servers: [...servers], inboxPrefix: `_INBOX.${process}` };
  return { process, roster: null, connection, seal: null, streams: null, facts: connection, subscribers: () => [] };
}

/** The identity that the files prove; without them, the claimed one. Throws when a file cannot be read. */
export function busIdentity(files: BusFiles, claimed: string): BusIdentity {
  const { natsServers, natsCaFile, processKeysFile: path, keysRosterFile } = files;
  if (!path) return claimedIdentity(claimed, natsServers);
  const keys = () => readKeyFile<ProcessKeys>("PROCESS_KEYS_FILE", path);
  const { process, streamsSeed, factsSeed, sealKey, sealKeys } = keys();
  const roster = () => (keysRosterFile ? readKeyFile<Roster>("KEYS_ROSTER_FILE", keysRosterFile) : null);
  const base = claimedIdentity(process, natsServers);
  const secured = { ...base.connection, ...(natsCaFile && { tls: { caFile: natsCaFile } }) };
  return {
    ...base,
    roster: roster(),
    seed: () => keys().nkeySeed,
    connection: { ...secured, authenticator: nkeySigner(() => keys().nkeySeed) },
    seal: sealKey ? { own: bytesOf(sealKey), all: sealKeys ? mapped(sealKeys, bytesOf) : null } : null,
    streams: streamsSeed ? { ...secured, authenticator: nkeySigner(() => keys().streamsSeed ?? streamsSeed) } : null,
    facts: factsSeed ? { ...secured, authenticator: nkeySigner(() => keys().factsSeed ?? factsSeed) } : null,
    // A roster of an earlier release has none.
    subscribers: () => Object.keys(roster()?.keys.subscribers ?? {}),
  };
}

function bytesOf(base64: string): Buffer {
  return Buffer.from(base64, "base64");
}

function mapped<From, To>(values: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}

/** A new id for a node of a process. It begins with the name of the process, so that the name is a part of its subjects. */
export function nodeIdOf({ process }: Pick<BusIdentity, "process">): string {
  return `${process}.${randomBytes(6).toString("hex")}`;
}

/**
 * Whether an id is one that `nodeIdOf` makes for a process. A reply is sent to the id of the caller. A line break in it would be a NATS
 * command on the connection of the replying process.
 */
export function isNodeIdOf(process: string, nodeID: unknown): nodeID is string {
  return typeof nodeID === "string" && nodeID.startsWith(`${process}.`) && /^[\w-]+\.[0-9a-f]{12}$/.test(nodeID);
}

/** The actions that a process may call; null where names are not proven. */
export function callsOf({ process, roster }: Pick<BusIdentity, "process" | "roster">): ReadonlySet<string> | null {
  if (!roster) return null;
  if (Object.hasOwn(roster.keys.operators, process)) return new Set(roster.operatorCalls);
  const services = Object.keys(roster.hosts).filter((service) => roster.hosts[service] === process);
  return new Set(["*", ...services].flatMap((service) => roster.calls[service] ?? []));
}
