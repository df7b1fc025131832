import { createPrivateKey, generateKeyPairSync, hkdfSync, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Env, LOG_FORMATS, type Secrets, type Tracing } from "./env.ts";
import { VARIABLES, type Variables, valueOrDefault } from "./variables.ts";

/** Added to the port of the interface for the default port of the metrics: two systems on one machine need only two values of `PORT`. */
const METRICS_PORT_DISTANCE = 6464;
/** Any other value, such as `prod`, would by mistake start a system with sandbox payments and secrets in a file. */
const MODES: readonly string[] = ["production", "development", "test"];
const PRIVATE_RANGES = "127.0.0.0/8,::1/128,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7";

const settingsIn = (environment: Readonly<Record<string, string | undefined>>): [string, string][] =>
  Object.entries(environment).flatMap(([name, text]) => (name.startsWith("CONFIG_") && text !== undefined ? [[name, text]] : []));

/** Settings whose default is stricter in production. */
const PRODUCTION_SETTINGS: readonly [string, string][] = [["CONFIG_AUTH_ADMIN_MFA_REQUIRED", "true"]];

/**
 * Reads and checks the variables of the process. Throws with every problem at once.
 * @param owner name of the process, which gets its own secrets only; null: the whole system is in one process
 */
export function readEnv(environment: NodeJS.ProcessEnv = process.env, owner: string | null = null): Env {
  const variables: Variables = environment;
  const production = variables.NODE_ENV === "production";
  const dataDir = valueOrDefault(variables, "DATA_DIR");
  const problems: string[] = [];
  const local = production ? null : localSecretFile(dataDir);
  const portOf = (name: "PORT" | "METRICS_PORT", text: string): number => {
    const number = Number(text);
    if (!Number.isInteger(number) || number < 0 || number > 65_535) problems.push(`${name} must be a port number`);
    return number;
  };
  const oneOf = <T extends string>(name: "LOG_FORMAT" | "STORE_USERS", values: readonly [T, ...T[]]): T => {
    const value = values.find((each) => each === valueOrDefault(variables, name));
    if (value === undefined) problems.push(`${name} must be one of ${values.join(", ")}`);
    return value ?? values[0];
  };
  const port = portOf("PORT", valueOrDefault(variables, "PORT"));
  const env: Env = {
    production,
    namespace: variables.APP_NAMESPACE ?? (production ? "production" : "dev"),
    host: variables.HOST ?? (production ? "0.0.0.0" : "localhost"),
    port,
    metricsHost: valueOrDefault(variables, "METRICS_HOST"),
    metricsPort: portOf(
      "METRICS_PORT",
      variables.METRICS_PORT ?? String(port + METRICS_PORT_DISTANCE > 65_535 ? 0 : port + METRICS_PORT_DISTANCE),
    ),
    connectAttemptMs: connectAttempt(variables, problems),
    logLevel: valueOrDefault(variables, "LOG_LEVEL"),
    tracing: tracing(variables, problems),
    logFormat: oneOf("LOG_FORMAT", LOG_FORMATS),
    mongoUrl: variables.MONGO_URL ?? null,
    analyticsMongoUrl: variables.ANALYTICS_MONGO_URL ?? null,
    databasePrefix: valueOrDefault(variables, "DATABASE_PREFIX"),
    natsServers: list(variables.NATS_URL),
    natsCaFile: variables.NATS_CA_FILE || null,
    processKeysFile: variables.PROCESS_KEYS_FILE || null,
    keysRosterFile: variables.KEYS_ROSTER_FILE || null,
    signsInToStores: oneOf("STORE_USERS", ["urls", "keys"]) === "keys",
    redisUrl: variables.REDIS_URL ?? null,
    dataDir,
    trustedProxies: list(variables.TRUSTED_PROXIES ?? (production ? "" : PRIVATE_RANGES)),
    ...((production || variables.CDN_PROXIES !== undefined) && { cdnProxies: list(variables.CDN_PROXIES) }),
    edgeHeaders: {
      address: valueOrDefault(variables, "CDN_ADDRESS_HEADER").toLowerCase(),
      country: valueOrDefault(variables, "CDN_COUNTRY_HEADER").toLowerCase(),
      city: valueOrDefault(variables, "CDN_CITY_HEADER").toLowerCase(),
    },
    corsOrigins: list(variables.CORS_ORIGINS ?? ""),
    testHooks: variables.TEST_HOOKS === "1",
    geoipDatabase: variables.GEOIP_DATABASE || null,
    secrets: local ? localSecrets(variables, local, problems) : givenSecrets(variables, owner, problems),
    bootstrapAdmin: bootstrapAdmin(variables, owner, problems) ?? local?.admin ?? null,
    configOverrides: new Map([...(production ? PRODUCTION_SETTINGS : []), ...settingsIn(environment)]),
  };
  if (!MODES.includes(variables.NODE_ENV || VARIABLES.NODE_ENV.default)) problems.push(`NODE_ENV must be one of: ${MODES.join(", ")}`);
  if (production && !env.mongoUrl) problems.push("MONGO_URL is required in production");
  if (production && env.natsServers.length > 0 && !env.redisUrl) problems.push("REDIS_URL is required beside NATS_URL in production");
  if (production && env.natsServers.length > 0) {
    for (const name of ["NATS_CA_FILE", "PROCESS_KEYS_FILE", "KEYS_ROSTER_FILE"] as const)
      if (!variables[name]) problems.push(`${name} is required beside NATS_URL in production`);
  }
  if (env.signsInToStores && !env.processKeysFile) problems.push("PROCESS_KEYS_FILE is required with STORE_USERS=keys");
  if (production && env.testHooks) problems.push("TEST_HOOKS cannot be set in production");
  if (problems.length > 0) throw new Error(`The environment is not complete:\n- ${problems.join("\n- ")}`);
  return Object.freeze(env);
}

function list(text: string | undefined): string[] {
  return (text ?? "").split(",").flatMap((item) => (item.trim() ? [item.trim()] : []));
}

function connectAttempt(variables: Variables, problems: string[]): number {
  const milliseconds = Number(valueOrDefault(variables, "CONNECT_ATTEMPT_MS"));
  if (!Number.isInteger(milliseconds) || milliseconds < 10 || milliseconds > 60_000)
    problems.push("CONNECT_ATTEMPT_MS must be a whole number from 10 to 60000");
  return milliseconds;
}

function tracing(variables: Variables, problems: string[]): Tracing | null {
  const endpoint = variables.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!endpoint) return null;
  const sampleRatio = Number(variables.OTEL_TRACES_SAMPLER_ARG || VARIABLES.OTEL_TRACES_SAMPLER_ARG.default);
  if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? "")) problems.push("OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL");
  if (!(sampleRatio >= 0 && sampleRatio <= 1)) problems.push("OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1");
  return { endpoint, sampleRatio };
}

function bootstrapAdmin(variables: Variables, owner: string | null, problems: string[]): Env["bootstrapAdmin"] {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = variables;
  if ((!email && !password) || isOfOthers("ADMIN_PASSWORD", owner)) return null;
  if (!email || !password || password.length < 8) {
    problems.push("ADMIN_EMAIL and ADMIN_PASSWORD (8 characters or more) are given together");
    return null;
  }
  return { email, password };
}

/** `id:<64 hex>` pairs, the current key first. */
function contentKeys(text: string): Map<string, Buffer> {
  return new Map(
    list(text).map((pair) => {
      const [id = "", hex = ""] = pair.split(":");
      return [id, Buffer.from(hex, "hex")] as const;
    }),
  );
}

/** The processes that use a secret. The others never see it, so an attacker who takes one over does not get it. Null: every process. */
const SECRET_USERS = {
  TOKEN_SIGNING_KEY: ["account"],
  // Also encrypts the settings backup of the config service.
  CONTENT_KEYS: null,
  PSEUDONYM_KEY: ["gateway", "account", "messaging", "notification"],
  ANALYTICS_TOKEN_KEY: ["analytics"],
  ADMIN_PASSWORD: ["account"],
} as const satisfies Readonly<Partial<Record<keyof Variables, readonly string[] | null>>>;
type SecretName = keyof typeof SECRET_USERS;
/** A random secret has more different characters, or bytes, than this; a stopgap that a person typed has not. */
const MAX_REPEATED = 7;

/**
 * In production every secret must be given; none has a default, so the process refuses to start without one. The secrets of other processes
 * are empty.
 */
function givenSecrets(variables: Variables, owner: string | null, problems: string[]): Secrets {
  const given = (name: SecretName): string => {
    if (isOfOthers(name, owner)) return "";
    if (!variables[name]) problems.push(`${name} is required in production`);
    return variables[name] ?? "";
  };
  const secrets = {
    // For a single process only: on a bus each process has a key of its own.
    callerSealKey: randomBytes(32).toString("hex"),
    tokenSigningKey: given("TOKEN_SIGNING_KEY").replaceAll("\\n", "\n"),
    contentKeys: contentKeys(given("CONTENT_KEYS")),
    pseudonymKey: given("PSEUDONYM_KEY"),
    analyticsTokenKey: hexKey(given("ANALYTICS_TOKEN_KEY"), problems),
    visitorPepper: variables.VISITOR_PEPPER ?? "",
  };
  const { pseudonymKey, analyticsTokenKey, tokenSigningKey } = secrets;
  const keys = [...secrets.contentKeys.values()];
  if (pseudonymKey && pseudonymKey.length < 32) problems.push("PSEUDONYM_KEY must have at least 32 characters");
  if (keys.length === 0 || secrets.contentKeys.has("") || keys.some((key) => key.length !== 32))
    problems.push("CONTENT_KEYS holds id:64-hex-digits pairs");
  if (tokenSigningKey && !isEcKey(tokenSigningKey)) problems.push("TOKEN_SIGNING_KEY must be a PEM key on curve P-256");
  const random = { PSEUDONYM_KEY: [pseudonymKey], CONTENT_KEYS: keys, ANALYTICS_TOKEN_KEY: [analyticsTokenKey] };
  for (const [name, values] of Object.entries(random)) if (values.some(isRepetitive)) problems.push(`${name} is no random value`);
  return secrets;
}

function isOfOthers(name: SecretName, owner: string | null): boolean {
  const users: readonly string[] | null = SECRET_USERS[name];
  return owner !== null && users?.includes(owner) === false;
}

function isRepetitive(secret: string | Buffer): boolean {
  return secret.length > 0 && new Set<unknown>(secret).size <= MAX_REPEATED;
}

/** At least 16 bytes in hex digits. */
function hexKey(hex: string, problems: string[]): Buffer {
  if (hex && !/^([0-9a-f]{2}){16,}$/i.test(hex)) problems.push("ANALYTICS_TOKEN_KEY must have 32 hex digits or more");
  return Buffer.from(hex, "hex");
}

function isEcKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === "prime256v1";
  } catch {
    return false;
  }
}

interface SecretFile {
  readonly master: string;
  readonly tokenSigningKey: string;
  readonly admin: { readonly email: string; readonly password: string };
}

/** Elsewhere they are created once and stored with the data, so that a restarted process can read the data. */
function localSecretFile(dataDir: string): SecretFile {
  const file = join(dataDir, "development-secrets.json");
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const fresh: SecretFile = {
      master: randomBytes(32).toString("hex"),
      tokenSigningKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
      admin: { email: "admin@localhost.localdomain", password: randomBytes(12).toString("hex") },
    };
    writeFileSync(file, JSON.stringify(fresh, null, 2), { mode: 0o600, flag: "wx" });
  }
  return JSON.parse(readFileSync(file, "utf8")) as SecretFile;
}

function localSecrets(variables: Variables, { master, tokenSigningKey }: SecretFile, problems: string[]): Secrets {
  const derived = (purpose: string) => Buffer.from(hkdfSync("sha256", Buffer.from(master, "hex"), "", purpose, 32));
  return {
    callerSealKey: derived("caller seal").toString("hex"),
    tokenSigningKey: variables.TOKEN_SIGNING_KEY?.replaceAll("\\n", "\n") ?? tokenSigningKey,
    contentKeys: variables.CONTENT_KEYS ? contentKeys(variables.CONTENT_KEYS) : new Map([["local", derived("message contents")]]),
    pseudonymKey: variables.PSEUDONYM_KEY ?? derived("pseudonyms").toString("hex"),
    analyticsTokenKey: variables.ANALYTICS_TOKEN_KEY ? hexKey(variables.ANALYTICS_TOKEN_KEY, problems) : derived("tracking tokens"),
    visitorPepper: variables.VISITOR_PEPPER ?? "",
  };
}
