export const LOG_FORMATS = ["auto", "pretty", "json"] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** The process environment, read once, checked and frozen. */
export interface Env {
  readonly production: boolean;
  readonly namespace: string;
  /** Where the interface listens; `localhost` stands for both loopback addresses. */
  readonly host: string;
  readonly port: number;
  /** Where every process serves its figures and its health. */
  readonly metricsHost: string;
  readonly metricsPort: number;
  readonly logLevel: string;
  /** Where traces go; null: there are none. */
  readonly tracing: Tracing | null;
  /** `auto`: lines for people on a terminal, JSON elsewhere. */
  readonly logFormat: LogFormat;
  /** MongoDB URL of the main databases; null: the launcher chooses a store. */
  readonly mongoUrl: string | null;
  /** MongoDB URL of the analytics database; the main one when null. */
  readonly analyticsMongoUrl: string | null;
  /** Put before every database name; without one the name of the config service is that of a database the store keeps for itself. */
  readonly databasePrefix: string;
  readonly natsServers: readonly string[];
  /** The authority of the bus's certificate, the keys of this process, and who is who. */
  readonly natsCaFile: string | null;
  readonly processKeysFile: string | null;
  readonly keysRosterFile: string | null;
  /** Whether the process signs in to MongoDB and Redis as itself, with the passwords of its keys; else as the URLs say. */
  readonly signsInToStores: boolean;
  readonly redisUrl: string | null;
  readonly dataDir: string;
  /** Peers whose forwarding headers are believed, as CIDR ranges. */
  readonly trustedProxies: readonly string[];
  /** Peers through which only the delivery network comes, so that its address header is believed; those of `trustedProxies` when absent. */
  readonly cdnProxies?: readonly string[];
  /** Headers in which the delivery network tells the visitor's address, country and city. */
  readonly edgeHeaders: EdgeHeaders;
  /** Origins whose pages may act with credentials, beside those of this machine outside production. */
  readonly corsOrigins: readonly string[];
  readonly testHooks: boolean;
  readonly secrets: Secrets;
  /** Path of an mmdb database of places; without one they stay unknown. */
  readonly geoipDatabase: string | null;
  readonly bootstrapAdmin: { readonly email: string; readonly password: string } | null;
  /** `CONFIG_<KEY>` values by variable name, as text. */
  readonly configOverrides: ReadonlyMap<string, string>;
}

export interface Tracing {
  /** URL of a receiver of OTLP over HTTP, without the path of traces. */
  readonly endpoint: string;
  /** The part of the requests and jobs whose traces are recorded, from 0 to 1. */
  readonly sampleRatio: number;
}

export interface EdgeHeaders {
  readonly address: string;
  readonly country: string;
  readonly city?: string;
}

export interface Secrets {
  /** Seals the caller between gateway and services. */
  readonly callerSealKey: string;
  /** PKCS#8 PEM of the ES256 key that signs access tokens. */
  readonly tokenSigningKey: string;
  /** Encrypts message contents: key id → 32 bytes. */
  readonly contentKeys: ReadonlyMap<string, Buffer>;
  /** Keys of HMACs that must not be reversible (addresses in limiter keys, duplicate detection). */
  readonly pseudonymKey: string;
  /** Signs the tracking tokens of bio pages. */
  readonly analyticsTokenKey: Buffer;
  /** Put behind a visitor's id before it is hashed; empty unless given. */
  readonly visitorPepper: string;
}
