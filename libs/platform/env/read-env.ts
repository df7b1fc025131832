import { createPrivateKey, generateKeyPairSync, hkdfSync, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Env, Secrets } from "./env.ts";

/** From the port of the interface to that of the figures, unless it is given: two systems on one machine need only two values of `PORT`. */
const METRICS_PORT_DISTANCE = 6464;
const PRIVATE_RANGES = "127.0.0.0/8,::1/128,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7";

/** Variables of the process; the only place that names them. Throws with every problem at once. */
export function readEnv(variables: NodeJS.ProcessEnv = process.env): Env {
  const production = variables.NODE_ENV === "production";
  const dataDir = variables.DATA_DIR ?? ".data";
  const problems: string[] = [];
  const local = production ? null : localSecretFile(dataDir);
  const whole = (name: string, fallback: number): number => {
    const number = Number(variables[name] ?? fallback);
    if (!Number.isInteger(number) || number < 0 || number > 65_535) problems.push(`${name} must be a port number`);
    return number;
  };
  const port = whole("PORT", 3000);
  const env: Env = {
    production,
    namespace: variables.APP_NAMESPACE ?? (production ? "production" : "dev"),
    host: variables.HOST ?? (production ? "0.0.0.0" : "127.0.0.1"),
    port,
    metricsHost: variables.METRICS_HOST ?? "127.0.0.1",
    metricsPort: whole("METRICS_PORT", port + METRICS_PORT_DISTANCE > 65_535 ? 0 : port + METRICS_PORT_DISTANCE),
    logLevel: variables.LOG_LEVEL ?? "info",
    mongoUrl: variables.MONGO_URL ?? null,
    analyticsMongoUrl: variables.ANALYTICS_MONGO_URL ?? null,
    databasePrefix: variables.DATABASE_PREFIX ?? "creators_",
    natsServers: list(variables.NATS_URL),
    natsCaFile: variables.NATS_CA_FILE || null,
    processKeysFile: variables.PROCESS_KEYS_FILE || null,
    keysRosterFile: variables.KEYS_ROSTER_FILE || null,
    redisUrl: variables.REDIS_URL ?? null,
    dataDir,
    trustedProxies: list(variables.TRUSTED_PROXIES ?? (production ? "" : PRIVATE_RANGES)),
    ...((production || variables.CDN_PROXIES !== undefined) && { cdnProxies: list(variables.CDN_PROXIES) }),
    edgeHeaders: {
      address: (variables.CDN_ADDRESS_HEADER ?? "x-cdn-connecting-ip").toLowerCase(),
      country: (variables.CDN_COUNTRY_HEADER ?? "x-cdn-country").toLowerCase(),
      city: (variables.CDN_CITY_HEADER ?? "x-cdn-city").toLowerCase(),
    },
    corsOrigins: list(variables.CORS_ORIGINS ?? (production ? "" : "http://localhost:5173")),
    testHooks: variables.TEST_HOOKS === "1",
    geoipDatabase: variables.GEOIP_DATABASE || null,
    secrets: local ? localSecrets(variables, local, problems) : givenSecrets(variables, problems),
    bootstrapAdmin: bootstrapAdmin(variables, problems) ?? local?.admin ?? null,
    configOverrides: new Map(
      Object.entries(variables).flatMap(([name, text]) => (name.startsWith("CONFIG_") && text !== undefined ? [[name, text]] : [])),
    ),
  };
  if (production && !env.mongoUrl) problems.push("MONGO_URL is required in production");
  if (production && env.natsServers.length > 0 && !env.redisUrl) problems.push("REDIS_URL is required beside NATS_URL in production");
  if (production && env.natsServers.length > 0) {
    for (const name of ["NATS_CA_FILE", "PROCESS_KEYS_FILE", "KEYS_ROSTER_FILE"])
      if (!variables[name]) problems.push(`${name} is required beside NATS_URL in production`);
  }
  if (production && env.testHooks) problems.push("TEST_HOOKS cannot be set in production");
  if (problems.length > 0) throw new Error(`The environment is not complete:\n- ${problems.join("\n- ")}`);
  return Object.freeze(env);
}

function list(text: string | undefined): string[] {
  return (text ?? "").split(",").flatMap((item) => (item.trim() ? [item.trim()] : []));
}

function bootstrapAdmin(variables: NodeJS.ProcessEnv, problems: string[]): Env["bootstrapAdmin"] {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = variables;
  if (!email && !password) return null;
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

const SECRET_NAMES = ["TOKEN_SIGNING_KEY", "CONTENT_KEYS", "PSEUDONYM_KEY", "ANALYTICS_TOKEN_KEY"] as const;

/** In production every secret is given; none has a default (refuses to start otherwise). */
function givenSecrets(variables: NodeJS.ProcessEnv, problems: string[]): Secrets {
  for (const name of SECRET_NAMES) if (!variables[name]) problems.push(`${name} is required in production`);
  const secrets = {
    // Of a single process: on a bus each process has a key of its own.
    callerSealKey: randomBytes(32).toString("hex"),
    tokenSigningKey: (variables.TOKEN_SIGNING_KEY ?? "").replaceAll("\\n", "\n"),
    contentKeys: contentKeys(variables.CONTENT_KEYS ?? ""),
    pseudonymKey: variables.PSEUDONYM_KEY ?? "",
    analyticsTokenKey: hexKey(variables.ANALYTICS_TOKEN_KEY ?? "", problems),
    visitorPepper: variables.VISITOR_PEPPER ?? "",
  };
  if (secrets.pseudonymKey && secrets.pseudonymKey.length < 32) problems.push("PSEUDONYM_KEY must have at least 32 characters");
  if ([...secrets.contentKeys.values()].some((key) => key.length !== 32)) problems.push("CONTENT_KEYS holds id:64-hex-digits pairs");
  if (secrets.tokenSigningKey && !isEcKey(secrets.tokenSigningKey)) problems.push("TOKEN_SIGNING_KEY must be a PEM key on curve P-256");
  return secrets;
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

/** Elsewhere they are made once and kept with the data, so that a restart reads what it wrote. */
function localSecretFile(dataDir: string): SecretFile {
  const file = join(dataDir, "development-secrets.json");
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
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

function localSecrets(variables: NodeJS.ProcessEnv, { master, tokenSigningKey }: SecretFile, problems: string[]): Secrets {
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
