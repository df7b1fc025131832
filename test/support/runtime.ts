import { generateKeyPairSync } from "node:crypto";
import { pino } from "pino";
import { type ShiftableClock, shiftableClock } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Env } from "#libs/platform/env/env.ts";
import { type ArmableFaults, armableFaults } from "#libs/platform/faults/fault-points.ts";
import { createRuntime, type OwnedRuntime, type RuntimeParts } from "#libs/platform/runtime/create-runtime.ts";

export interface TestRuntime extends OwnedRuntime {
  readonly clock: ShiftableClock;
  readonly faults: ArmableFaults;
}

/** Replacements for the usual parts, including the clock and the fault points of another runtime. */
export interface TestParts extends RuntimeParts {
  readonly clock?: ShiftableClock;
  readonly faults?: ArmableFaults;
}

const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });

/** The environment of a test: databases of its own, a free port, no log output. */
export function testEnv(overrides: Partial<Env> = {}): Env {
  const run = uuid().replaceAll("-", "").slice(-12);
  return {
    production: false,
    namespace: `t${run}`,
    host: "127.0.0.1",
    port: 0,
    metricsHost: "127.0.0.1",
    metricsPort: 0,
    connectAttemptMs: 2_000,
    logLevel: "silent",
    tracing: null,
    logFormat: "json",
    mongoUrl: process.env.MONGO_URL ?? null,
    analyticsMongoUrl: null,
    databasePrefix: `t${run}_`,
    natsServers: [],
    natsCaFile: null,
    processKeysFile: null,
    keysRosterFile: null,
    signsInToStores: false,
    redisUrl: null,
    dataDir: "",
    trustedProxies: ["127.0.0.0/8", "::1/128", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"],
    edgeHeaders: { address: "x-cdn-connecting-ip", country: "x-cdn-country", city: "x-cdn-city" },
    corsOrigins: ["https://app.example.org"],
    testHooks: true,
    geoipDatabase: null,
    bootstrapAdmin: { email: "admin@example.org", password: "correct horse battery" },
    secrets: {
      callerSealKey: "a caller seal key that only tests use 123",
      tokenSigningKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
      contentKeys: new Map([["test", Buffer.alloc(32, 7)]]),
      pseudonymKey: "a pseudonym key that only tests use 123456",
      analyticsTokenKey: Buffer.alloc(32, 9),
      visitorPepper: "",
    },
    ...overrides,
    // Loading and bundling the pages takes time, and only tests of pages need it.
    configOverrides: new Map([["CONFIG_PAGES_ENABLED", "false"], ...(overrides.configOverrides ?? [])]),
  };
}

/** A runtime whose clock can be moved and whose fault points can be armed. Close it, and drop its databases, at the end. */
export function createTestRuntime(overrides: Partial<Env> = {}, parts: TestParts = {}): TestRuntime {
  const { clock = shiftableClock(), faults = armableFaults() } = parts;
  const runtime = createRuntime(testEnv(overrides), { logger: pino({ level: "silent" }), ...parts, clock, faults });
  return { ...runtime, clock, faults };
}

/** Drops the databases that the services of a test used, then closes the runtime. */
export async function disposeRuntime(runtime: TestRuntime, services: readonly string[]): Promise<void> {
  await Promise.all(services.map((service) => runtime.database(service).connection.dropDatabase()));
  await runtime.close();
}
