import { startWireServer } from "./wire/server.ts";

export interface EmbeddedMongoOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number | undefined;
  /** A loopback address; 127.0.0.1 by default. */
  readonly host?: string | undefined;
  /** Where the journal is kept; without it everything is in memory and ends with the process. */
  readonly dataDir?: string | undefined;
  /** Whether an acknowledged write is on the disk, and not only with the operating system. */
  readonly fsync?: boolean | undefined;
  /** Whether `configureFailPoint` is answered; it is refused by default. */
  readonly failPoints?: boolean | undefined;
  /** How often TTL indexes are looked at, in seconds; 60 by default. */
  readonly expireEverySeconds?: number | undefined;
  /** Hears of errors that are the server's own; by default they go to standard error. */
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
 * Starts a stand-in for MongoDB on loopback, for development and tests. Throws where the host is not loopback, the port is taken, or the data
 * directory is in use by another server.
 */
export async function startEmbeddedMongo(options: EmbeddedMongoOptions = {}): Promise<EmbeddedMongo> {
  const { host = "127.0.0.1", dataDir, fsync = false, failPoints = false, expireEverySeconds = 60 } = options;
  if (!isLoopback(host)) throw new Error(`embedded-mongo: has no authentication and listens on loopback only, not on ${host}`);
  const server = await startWireServer({
    host,
    port: options.port ?? 0,
    dataDir: dataDir ?? null,
    fsync,
    failPoints,
    expireEverySeconds,
    onInternalError: options.onInternalError ?? reportError,
  });
  const { port } = server;
  const authority = server.host.includes(":") ? `[${server.host}]:${port}` : `${server.host}:${port}`;
  return { uri: `mongodb://${authority}/?replicaSet=rs0&directConnection=true`, port, stop: () => server.stop() };
}
