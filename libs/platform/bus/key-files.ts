import { readFileSync } from "node:fs";

/** `<process>.json`: what one process, or one operator, knows and nobody else. */
export interface ProcessKeys {
  readonly process: string;
  /** Proves the name to the bus; it never travels. */
  readonly nkeySeed: string;
  /** For the account of the streams; of `config` only. */
  readonly streamsSeed?: string;
  /** For the account of the subscribers; of the process that passes public facts on. */
  readonly factsSeed?: string;
  /** Passwords of its users of the stores. */
  readonly storePassword?: string;
  readonly redisPassword?: string;
  /** Opens the seals that are meant for this process, as base64. */
  readonly sealKey?: string;
  /** The seal keys of all processes, as base64; of the gateway only, which seals. */
  readonly sealKeys?: Readonly<Record<string, string>>;
}

/** `roster.json`: who is who. Nothing in it is secret. */
export interface Roster {
  readonly namespace: string;
  /** Which process hosts each service. */
  readonly hosts: Readonly<Record<string, string>>;
  /** The actions that each service calls; those under `*` are everybody's. */
  readonly calls: Readonly<Record<string, readonly string[]>>;
  readonly operatorCalls: readonly string[];
  /** The bus server's own view: the folder of the keys, and the one in which it stores the streams. */
  readonly server: { readonly folder: string; readonly store: string };
  /** Public keys. */
  readonly keys: {
    readonly processes: Readonly<Record<string, readonly string[]>>;
    readonly operators: Readonly<Record<string, readonly string[]>>;
    readonly streams: readonly string[];
    /** Of the service that passes public facts on, in the account of the subscribers. */
    readonly facts: readonly string[];
    /** Those who hear public facts. */
    readonly subscribers: Readonly<Record<string, readonly string[]>>;
  };
}

/** Reads a JSON file that a variable names. Throws with the name of the variable, never with what stands in the file. */
export function readKeyFile<T>(variable: string, path: string): T {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as T;
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? "it is not JSON";
    throw new Error(`${variable}=${path} cannot be read: ${reason}`);
  }
}
