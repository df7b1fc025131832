import { MongoServer } from "./interim/server.js";

export interface EmbeddedMongoOptions {
  readonly port?: number | undefined;
  readonly host?: string | undefined;
  readonly dataDir?: string | undefined;
  readonly fsync?: boolean | undefined;
  readonly failPoints?: boolean | undefined;
}

export interface EmbeddedMongo {
  readonly uri: string;
  readonly port: number;
  stop(): Promise<void>;
}

const LOOPBACK = new Set(["127.0.0.1", "::1", "localhost"]);

/** Starts a stand-in for MongoDB on loopback, for development and tests. */
export async function startEmbeddedMongo(options: EmbeddedMongoOptions = {}): Promise<EmbeddedMongo> {
  const host = options.host ?? "127.0.0.1";
  if (!LOOPBACK.has(host)) throw new Error(`embedded-mongo listens on loopback only, not on ${host}`);
  const server = new MongoServer({
    host,
    port: options.port,
    path: options.dataDir,
    fsync: options.fsync,
    failPoints: options.failPoints ?? false,
  });
  await server.start();
  const { port } = new URL(server.uri);
  return { uri: `mongodb://127.0.0.1:${port}/?replicaSet=rs0&directConnection=true`, port: Number(port), stop: () => server.stop() };
}
