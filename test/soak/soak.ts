import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { chooseStore } from "#deploy/launch/choose-store.ts";
import { freePort } from "#deploy/launch/free-port.ts";
import { eventually } from "../support/eventually.ts";
import { liftedLimits } from "../support/lifted-limits.ts";
import { startNatsServer } from "../support/nats-server.ts";
import { seededRandom } from "../support/random.ts";
import { startRedisServer } from "../support/redis-server.ts";
import { injectFault, processesOf } from "./inject-fault.ts";
import { inspector } from "./inspector.ts";

// Mixed load on a cluster whose processes, NATS and Redis are killed at random. Then all invariants are checked. `npm run soak -- --minutes
// 30 --every 20 --seed 1`. Exits with 1 after a violated invariant, a lost message or a 500.
const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "2" },
    /** Seconds between two faults. */
    every: { type: "string", default: "5" },
    seed: { type: "string", default: "1" },
    /** Number of concurrent requests. */
    load: { type: "string", default: "6" },
  },
});
const READY_MS = 120_000;
const IDLE_MS = 60_000;
const PREFIX = "soak_";

const dataDir = mkdtempSync(join(tmpdir(), "soak-"));
// The demo client reads emails from this folder. It reads the variable when the module is loaded, so the import follows here.
process.env.DATA_DIR = dataDir;
const { createSoakUsers, runOperation } = await import("./soak-users.ts");
const { localAdmin } = await import("#deploy/demo/local-secrets.ts");

const store = await chooseStore({ production: false, url: process.env.MONGO_URL ?? null, dataDir });
const [nats, redis] = await Promise.all([startNatsServer(), startRedisServer()]);
const port = await freePort(2);
const bases = [port, port + 1].map((gatewayPort) => `http://127.0.0.1:${gatewayPort}/api/v1`);
const cluster = startCluster();
try {
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  const ended = once(cluster, "exit");
  cluster.kill("SIGTERM");
  await ended;
  await Promise.all([nats.dispose(), redis.dispose(), store.stop()]);
}

function startCluster(): ChildProcess {
  const addresses = { MONGO_URL: store.url, NATS_URL: nats.url, REDIS_URL: redis.url, PORT: String(port), METRICS_PORT: "0" };
  const settings = { DATA_DIR: dataDir, DATABASE_PREFIX: PREFIX, APP_NAMESPACE: "soak", LOG_LEVEL: "warn" };
  // An hour of the reply window takes two seconds, so that messages expire during the run.
  const limits = { ...Object.fromEntries(liftedLimits()), CONFIG_DM_FREE_DAILY_LIMIT: "1000", CONFIG_DM_TIMEOUT_UNIT_SECONDS: "2" };
  const env = { ...process.env, ...addresses, ...settings, ...limits };
  const log = openSync(join(dataDir, "cluster.log"), "a");
  return spawn(process.execPath, ["deploy/launch/cluster.ts"], { env, stdio: ["ignore", log, log] });
}

async function run(): Promise<boolean> {
  await eventually(async () => {
    for (const base of bases) {
      const response = await fetch(base.replace("/api/v1", "/health/ready"));
      if (!response.ok) throw new Error(await response.text());
    }
  }, READY_MS);
  const users = await createSoakUsers(bases, localAdmin());
  const start = Date.now();
  const end = start + Number(values.minutes) * 60_000;
  const random = seededRandom(Number(values.seed));
  const [faults, errors] = [new Map<string, number>(), new Map<string, number>()];
  let operations = 0;

  const worker = async () => {
    while (Date.now() < end) {
      operations += 1;
      await runOperation(users, random).catch((error: unknown) => count(errors, String(error).replaceAll(/[0-9a-f-]{36}/g, "{id}")));
    }
  };
  const faultInjector = async () => {
    for (;;) {
      await pause(Number(values.every) * 1_000);
      if (Date.now() >= end) return;
      count(faults, await injectFault({ dataDir, nats, redis }, random));
    }
  };
  const memory = { "at the start": megabytes(), "at the end": 0 };
  await Promise.all([...Array.from({ length: Number(values.load) }, worker), faultInjector()]);
  memory["at the end"] = megabytes();

  const loadEnded = Date.now();
  const inspected = await inspector(store.url, PREFIX);
  await eventually(async () => {
    const pending = await inspected.pendingWork();
    if (pending > 0) throw new Error(`${pending} events or messages still pending after ${IDLE_MS} ms`);
  }, IDLE_MS);
  const idleAfter = Date.now() - loadEnded;
  let findings = await inspected.findings(users.acknowledged, await figures());
  // Consumers may still be applying the events that were published last.
  for (; findings.length > 0 && Date.now() - loadEnded < IDLE_MS; findings = await inspected.findings(users.acknowledged, await figures()))
    await pause(1_000);
  await inspected.close();
  const report = {
    seed: Number(values.seed),
    seconds: Math.round((loadEnded - start) / 1_000),
    operations,
    "acknowledged messages": users.acknowledged.length,
    faults: Object.fromEntries(faults),
    "megabytes of all processes": memory,
    "milliseconds until idle": idleAfter,
    "unexpected errors": Object.fromEntries(errors),
    findings: findings.slice(0, 50),
    "number of findings": findings.length,
  };
  console.log(JSON.stringify(report, null, 2));
  return findings.length === 0 && ![...errors.keys()].some((error) => error.includes("answered 500"));
}

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

/** The metrics of each process; nothing for a process that is restarting. */
function figures(): Promise<string[]> {
  return Promise.all(
    processesOf(dataDir).map(async ({ metricsPort }) => {
      try {
        return await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      } catch {
        return "";
      }
    }),
  );
}

function megabytes(): number {
  const resident = processesOf(dataDir).map(({ pid }) => {
    try {
      return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
    } catch {
      return 0;
    }
  });
  return Math.round(resident.reduce((sum, kilobytes) => sum + kilobytes, 0) / 1_024);
}
