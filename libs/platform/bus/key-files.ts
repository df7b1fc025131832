import { readFileSync } from "node:fs";

/** `<process>.json`: the secrets of one process, or of one operator; no other process has them. */
export interface ProcessKeys {
  readonly process: string;
  /** Proves the name to the bus; it is never sent. */
  readonly nkeySeed: string;
  /** For the account of the streams; of `config` only. */
  readonly streamsSeed?: string;
  /** For the account of the subscribers; only in the process that publishes public facts. */
  readonly factsSeed?: string;
  /** Passwords of its users of the stores. */
  readonly storePassword?: string;
  readonly redisPassword?: string;
  /** Opens the seals that are meant for this process, as base64. */
  readonly sealKey?: string;
  /** The seal keys of all processes, as base64; of the gateway only, which seals. */
  readonly sealKeys?: Readonly<Record<string, string>>;
}

/** `roster.json`: the processes, services and subscribers with their public keys. Nothing in it is secret. */
export interface Roster {
  readonly namespace: string;
  /** The process that hosts each service. */
  readonly hosts: Readonly<Record<string, string>>;
  /** The actions that each service calls; every process may call those under `*`. */
  readonly calls: Readonly<Record<string, readonly string[]>>;
  readonly operatorCalls: readonly string[];
  /** The bus server's own view: the folder of the keys, and the one in which it stores the streams. */
  readonly server: { readonly folder: string; readonly store: string };
  /** Public keys. */
  readonly keys: {
    readonly processes: Readonly<Record<string, readonly string[]>>;
    readonly operators: Readonly<Record<string, readonly string[]>>;
    readonly streams: readonly string[];
    /** The service that publishes public facts, in the account of the subscribers. */
    readonly facts: readonly string[];
    /** The subscribers of public facts. */
    readonly subscribers: Readonly<Record<string, readonly string[]>>;
  };
}

/** Reads a JSON file that a variable names. Its errors contain the name of the variable, never the contents of the file. */
export function readKeyFile<T>(variable: string, path: string): T {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as T;
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? "it is not JSON";
    throw new Error(`${variable}=${path} cannot be read: ${reason}`);
  }
}
