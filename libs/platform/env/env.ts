export const LOG_FORMATS = ["auto", "pretty", "json"] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** The process environment, read once, checked and frozen. */
export interface Env {
  readonly production: boolean;
  readonly namespace: string;
  /** The address of the interface; `localhost` stands for both loopback addresses. */
  readonly host: string;
  readonly port: number;
  /** The address on which every process serves its metrics and its health. */
  readonly metricsHost: string;
  readonly metricsPort: number;
  /** Milliseconds to connect to one address of a host before its next one is tried. */
  readonly connectAttemptMs: number;
  readonly logLevel: string;
  /** The receiver of traces; null for no tracing. */
  readonly tracing: Tracing | null;
  /** `auto`: readable lines on a terminal, JSON elsewhere. */
  readonly logFormat: LogFormat;
  /** MongoDB URL of the main databases; null: the launcher chooses a store. */
  readonly mongoUrl: string | null;
  /** MongoDB URL of the analytics database; the main one when null. */
  readonly analyticsMongoUrl: string | null;
  /** Prefix of every database name. Without it the database of the config service would have a name that MongoDB reserves for itself. */
  readonly databasePrefix: string;
  readonly natsServers: readonly string[];
  /** The certificate authority of the bus, the keys of this process, and the roster. */
  readonly natsCaFile: string | null;
  readonly processKeysFile: string | null;
  readonly keysRosterFile: string | null;
  /** Whether the process signs in to MongoDB and Redis as itself, with the passwords of its keys; else as the URLs say. */
  readonly signsInToStores: boolean;
  readonly redisUrl: string | null;
  readonly dataDir: string;
  /** Peers whose forwarding headers are believed, as CIDR ranges. */
  readonly trustedProxies: readonly string[];
  /**
   * Peers through which only the content delivery network connects, so that its address header is trusted; those of `trustedProxies` when
   * absent.
   */
  readonly cdnProxies?: readonly string[];
  /** Headers in which the content delivery network sends the visitor's address, country and city. */
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
  /** Appended to a visitor's id before it is hashed; empty by default. */
  readonly visitorPepper: string;
}
