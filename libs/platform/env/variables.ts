/** A variable of the environment. `npm start -- --help` prints it, and the page for operators has a row for it. */
export interface Variable {
  readonly meaning: string;
  /** The value when it is not set. */
  readonly default?: string;
  /** The same in words, where there is no fixed value. */
  readonly otherwise?: string;
}

/** Every variable that a process reads, in the order of the help. Settings (`CONFIG_<KEY>`) are declared with their keys. */
export const VARIABLES = {
  NODE_ENV: {
    meaning: "`production`, `development` or `test`; production starts with its own secrets only, and without sandbox providers",
    default: "development",
  },
  PORT: { meaning: "port of the gateway", default: "3000" },
  HOST: { meaning: "address of the gateway", otherwise: "localhost (both loopback addresses); 0.0.0.0 in production" },
  METRICS_PORT: { meaning: "port of metrics and health of a process; 0: any free port", otherwise: "`PORT` + 6464" },
  METRICS_HOST: { meaning: "address of metrics and health of a process", default: "127.0.0.1" },
  DATA_DIR: { meaning: "folder of a local start: secrets, database, mails, keys", default: ".data" },
  MONGO_URL: { meaning: "MongoDB replica set; required in production", otherwise: "a local store" },
  ANALYTICS_MONGO_URL: { meaning: "MongoDB replica set of analytics", otherwise: "`MONGO_URL`" },
  MONGO_REQUIRE: { meaning: "`real`: refuse the embedded store", otherwise: "none" },
  MONGO_DOWNLOAD: { meaning: "`1`: mongodb-memory-server may download a mongod", otherwise: "none" },
  DATABASE_PREFIX: { meaning: "start of each database name; separates environments that share a MongoDB", default: "creators_" },
  NATS_URL: {
    meaning: "bus; `npm start` uses it for subscribers to public events only",
    otherwise: "none: the system runs in one process",
  },
  REDIS_URL: { meaning: "Redis or Valkey for counters; required in production beside `NATS_URL`", otherwise: "counters in the process" },
  STORE_USERS: {
    meaning: "who signs in to MongoDB and Redis: `urls` (as the URLs say) or `keys` (the user of the process)",
    default: "urls",
  },
  APP_NAMESPACE: {
    meaning: "separates environments that share a bus or a Redis",
    otherwise: "`dev`; `production` in production",
  },
  NATS_CA_FILE: { meaning: "certificate authority of the bus; required in production beside `NATS_URL`", otherwise: "none" },
  PROCESS_KEYS_FILE: { meaning: "keys of this process; required in production beside `NATS_URL`", otherwise: "none" },
  KEYS_ROSTER_FILE: { meaning: "public keys of all processes; required in production beside `NATS_URL`", otherwise: "none" },
  TOKEN_SIGNING_KEY: {
    meaning: "signs access tokens: PEM, EC P-256, PKCS#8; required in production of `account`",
    otherwise: "made locally",
  },
  CONTENT_KEYS: {
    meaning:
      "seals messages, webhook secrets and secret settings: `id:64-hex-digits,…`, the current key first; required in production of every process",
    otherwise: "made locally",
  },
  PSEUDONYM_KEY: {
    meaning:
      "hides addresses in counters: 32 characters or more; required in production of `gateway`, `account`, `messaging`, `notification`",
    otherwise: "made locally",
  },
  ANALYTICS_TOKEN_KEY: {
    meaning: "signs the tracking tokens of bio pages: 32 hex digits or more; required in production of `analytics`",
    otherwise: "made locally",
  },
  VISITOR_PEPPER: { meaning: "hashed with each visitor id; a change makes every visitor a new one", otherwise: "empty" },
  ADMIN_EMAIL: {
    meaning: "address of the first administrator, read by `account`",
    otherwise: "made locally, in `DATA_DIR/development-secrets.json`",
  },
  ADMIN_PASSWORD: {
    meaning:
      "password of the first administrator, 8 characters or more; in production not a common one, and `auth.staff_password_min_length` (15) or more",
    otherwise: "made locally, beside the address",
  },
  TRUSTED_PROXIES: {
    meaning: "CIDR ranges of proxies whose forwarding headers count",
    otherwise: "private ranges; none in production",
  },
  CDN_PROXIES: {
    meaning: "CIDR ranges that only the delivery network can send from: its address header counts",
    otherwise: "`TRUSTED_PROXIES`; none in production",
  },
  CDN_ADDRESS_HEADER: { meaning: "header of the delivery network with the address of the visitor", default: "x-cdn-connecting-ip" },
  CDN_COUNTRY_HEADER: { meaning: "header of the delivery network with the country", default: "x-cdn-country" },
  CDN_CITY_HEADER: { meaning: "header of the delivery network with the city", default: "x-cdn-city" },
  CORS_ORIGINS: {
    meaning: "exact origins whose pages may use the interface with credentials",
    otherwise: "pages of this machine; none in production",
  },
  GEOIP_DATABASE: {
    meaning: "path of an mmdb file with cities or countries (MaxMind's format)",
    otherwise: "none: the delivery network names places",
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    meaning: "URL of a receiver of traces (OTLP over HTTP), without `/v1/traces`",
    otherwise: "none: no traces",
  },
  OTEL_TRACES_SAMPLER_ARG: { meaning: "share of requests and jobs that are traced, from 0 to 1", default: "0.1" },
  CONNECT_ATTEMPT_MS: {
    meaning: "milliseconds to connect to one address of a host before the next one, of IPv4 or IPv6, is tried",
    default: "2000",
  },
  LOG_LEVEL: { meaning: "from `trace` to `fatal`", default: "info" },
  LOG_FORMAT: { meaning: "`pretty` (lines for people), `json`, or `auto` (`pretty` on a terminal)", default: "auto" },
  TEST_HOOKS: { meaning: "`1`: hooks for tests under `/__test__/`; refused in production", otherwise: "none" },
} as const satisfies Readonly<Record<string, Variable>>;

export type VariableName = keyof typeof VARIABLES;
/** The environment as far as it is declared: reading another name is a type error. */
export type Variables = Readonly<Partial<Record<VariableName, string>>>;

type NameWithDefault = { [Name in VariableName]: (typeof VARIABLES)[Name] extends { default: string } ? Name : never }[VariableName];

/** The value of a variable, or its declared default. */
export function valueOrDefault(variables: Variables, name: NameWithDefault): string {
  return variables[name] ?? VARIABLES[name].default;
}
