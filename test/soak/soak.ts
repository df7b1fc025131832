import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { chooseStore } from "#deploy/launch/choose-store.ts";
import { freePort } from "#deploy/launch/free-port.ts";
import { eventually } from "#test/support/eventually.ts";
import { liftedLimits } from "#test/support/lifted-limits.ts";
import { startNatsServer } from "#test/support/nats-server.ts";
import { seededRandom } from "#test/support/random.ts";
import { startRedisServer } from "#test/support/redis-server.ts";
import { inspector } from "./findings.ts";
import { doHarm, processesOf } from "./trouble.ts";

// Mixed load on a cluster whose processes, bus and counters are killed at random, then a check of all invariants:
// `npm run soak -- --minutes 30 --every 20 --seed 1`. Ends with 1 when something was lost, doubled or blamed on the system.
const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "2" },
    /** Seconds between two harms. */
    every: { type: "string", default: "5" },
    seed: { type: "string", default: "1" },
    /** Requests under way at the same time. */
    load: { type: "string", default: "6" },
  },
});
const READY_MS = 120_000;
const QUIET_MS = 60_000;
const PREFIX = "soak_";

const dataDir = mkdtempSync(join(tmpdir(), "soak-"));
// People find their mails there; it is read when that module is.
process.env.DATA_DIR = dataDir;
const { castOf, deed } = await import("./cast.ts");
const { localAdmin } = await import("#deploy/demo/local-secrets.ts");

const store = await chooseStore({ production: false, url: process.env.MONGO_URL ?? null, dataDir });
const [nats, redis] = await Promise.all([startNatsServer(), startRedisServer()]);
const port = await freePort(2);
const bases = [port, port + 1].map((each) => `http://127.0.0.1:${each}/api/v1`);
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
  const addresses = { MONGO_URL: store.url, NATS_URL: nats.url, REDIS_URL: redis.url, PORT: String(port) };
  const settings = { DATA_DIR: dataDir, DATABASE_PREFIX: PREFIX, APP_NAMESPACE: "soak", LOG_LEVEL: "warn" };
  // An hour of the reply window takes a second, so that windows run out meanwhile.
  const limits = { ...Object.fromEntries(liftedLimits()), CONFIG_DM_FREE_DAILY_LIMIT: "1000", CONFIG_DM_TIMEOUT_UNIT_SECONDS: "2" };
  const env = { ...process.env, ...addresses, ...settings, ...limits };
  const log = openSync(join(dataDir, "cluster.log"), "a");
  return spawn(process.execPath, ["deploy/launch/cluster.ts"], { env, stdio: ["ignore", log, log] });
}

async function run(): Promise<boolean> {
  await eventually(async () => {
    for (const base of bases) {
      const answer = await fetch(base.replace("/api/v1", "/health/ready"));
      if (!answer.ok) throw new Error(await answer.text());
    }
  }, READY_MS);
  const cast = await castOf(bases, localAdmin());
  const begin = Date.now();
  const end = begin + Number(values.minutes) * 60_000;
  const random = seededRandom(Number(values.seed));
  const [harms, blamed] = [new Map<string, number>(), new Map<string, number>()];
  let deeds = 0;

  const worker = async () => {
    while (Date.now() < end) {
      deeds += 1;
      await deed(cast, random).catch((error: unknown) => count(blamed, String(error).replaceAll(/[0-9a-f-]{36}/g, "{id}")));
    }
  };
  const trouble = async () => {
    for (;;) {
      await pause(Number(values.every) * 1_000);
      if (Date.now() >= end) return;
      count(harms, await doHarm({ dataDir, nats, redis }, random));
    }
  };
  const memory = { "at the begin": megabytes(), "at the end": 0 };
  await Promise.all([...Array.from({ length: Number(values.load) }, worker), trouble()]);
  memory["at the end"] = megabytes();

  const healed = Date.now();
  const inspected = await inspector(store.url, PREFIX);
  await eventually(async () => {
    const unrest = await inspected.unrest();
    if (unrest > 0) throw new Error(`still ${unrest} open after ${QUIET_MS} ms`);
  }, QUIET_MS);
  const quiet = Date.now() - healed;
  let findings = await inspected.findings(cast.acknowledged);
  // What was published last may still be on its way to its readers.
  for (; findings.length > 0 && Date.now() - healed < QUIET_MS; findings = await inspected.findings(cast.acknowledged)) await pause(1_000);
  await inspected.close();
  const report = {
    seed: Number(values.seed),
    seconds: Math.round((healed - begin) / 1_000),
    deeds,
    "acknowledged messages": cast.acknowledged.length,
    harms: Object.fromEntries(harms),
    "megabytes of all processes": memory,
    "milliseconds until quiet": quiet,
    "answers that blame the system": Object.fromEntries(blamed),
    findings: findings.slice(0, 50),
    "findings in all": findings.length,
  };
  console.log(JSON.stringify(report, null, 2));
  return findings.length === 0 && ![...blamed.keys()].some((answer) => answer.includes("answered 500"));
}

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
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
