import { startWireServer } from "./wire/server.ts";

/** Creates the entry of the users file that replaces a password. */
export { createScramCredentials } from "./access/scram.ts";

export { SUPPORTED } from "./supported.ts";

/** The framing of the wire protocol, for proxies that put faults between a driver and a server. */
export { createMessageSplitter, readMessage } from "./wire/read-message.ts";

export interface EmbeddedMongoOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number | undefined;
  /** 127.0.0.1 by default. Without a file of users it must be a loopback address. */
  readonly host?: string | undefined;
  /** The directory of the data; without it all data is in memory and lost when the process ends. */
  readonly dataDir?: string | undefined;
  /** Whether every write is flushed to disk before it is acknowledged, not only one with `j` or `majority`; false by default. */
  readonly fsync?: boolean | undefined;
  /** Whether the command `configureFailPoint` is available; false by default. */
  readonly failPoints?: boolean | undefined;
  /** The file of the users who may connect (see the README). Without it every client on this machine may do everything. */
  readonly usersFile?: string | undefined;
  /** The interval in which TTL indexes delete expired documents, in seconds; 60 by default. */
  readonly expireEverySeconds?: number | undefined;
  /** Called for internal errors of the server; by default they are written to standard error. */
  readonly onInternalError?: ((error: unknown, where: string) => void) | undefined;
}

export interface EmbeddedMongo {
  readonly uri: string;
  readonly port: number;
  stop(): Promise<void>;
}

const LOOPBACK = new Set(["127.0.0.1", "::1", "localhost"]);
const isLoopback = (host: string): boolean => LOOPBACK.has(host) || /^127\.\d+\.\d+\.\d+$/.test(host);

const reportError = (error: unknown, where: string): void => {
  console.error(`embedded-mongo: ${where}:`, error);
};

/**
 * Starts a replacement for MongoDB, for development and tests. Throws if the users file is invalid, the port is taken, or another server
 * uses the data directory. Also throws if the host is not a loopback address and there are no users.
 */
export async function startEmbeddedMongo(options: EmbeddedMongoOptions = {}): Promise<EmbeddedMongo> {
  const { host = "127.0.0.1", dataDir, fsync = false, failPoints = false, expireEverySeconds = 60 } = options;
  if (options.usersFile === undefined && !isLoopback(host))
    throw new Error(`embedded-mongo: without users it listens on loopback only, not on ${host}`);
  const server = await startWireServer({
    host,
    port: options.port ?? 0,
    dataDir: dataDir ?? null,
    fsync,
    failPoints,
    usersFile: options.usersFile ?? null,
    expireEverySeconds,
    onInternalError: options.onInternalError ?? reportError,
  });
  const { port } = server;
  const authority = server.host.includes(":") ? `[${server.host}]:${port}` : `${server.host}:${port}`;
  return { uri: `mongodb://${authority}/?replicaSet=rs0&directConnection=true`, port, stop: () => server.stop() };
}
