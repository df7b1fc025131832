import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import autocannon from "autocannon";
import { freePort } from "#deploy/launch/free-port.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { eventually } from "../support/eventually.ts";
import { liftedLimits } from "../support/lifted-limits.ts";
import { cpuTimeByProcess } from "./cpu-time.ts";
import { type Workload, workloads } from "./workloads.ts";

// Runs one workload after the other against a local cluster, and reports throughput, latency and processor time per request:
// `npm run bench -- --seconds 5 --connections 50 --only W4`. Compare figures only with other runs on the same machine.
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "5" },
    connections: { type: "string", default: "50" },
    /** Prefix of the names of the workloads to run. */
    only: { type: "string", default: "" },
  },
});
const READY_MS = 120_000;
const WARM_UP_SECONDS = 2;
/** Longest wait until the work that a workload has started in the background is done. */
const MAX_BACKGROUND_SECONDS = 60;
/** When a run ends, the message of each connection is still open, and its fan cannot send another one. */
const FANS_PER_CONNECTION = 3;
const seconds = Number(values.seconds);
const connections = Number(values.connections);

const dataDir = mkdtempSync(join(tmpdir(), "bench-"));
// The demo client reads emails from this folder. It reads the variable when the module is loaded, so the import follows here.
process.env.DATA_DIR = dataDir;
const { createBenchFixture } = await import("./fixture.ts");
const { localAdmin } = await import("#deploy/demo/local-secrets.ts");
const port = await freePort(2);
const cluster = startCluster();
try {
  await run();
} finally {
  const ended = once(cluster, "exit");
  cluster.kill("SIGTERM");
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
}

function startCluster(): ChildProcess {
  const settings = { DATA_DIR: dataDir, PORT: String(port), METRICS_PORT: "0", APP_NAMESPACE: "bench", LOG_LEVEL: "error" };
  const listLimits = { CONFIG_RATELIMIT_HELP_ARTICLES_LIMIT: "100000", CONFIG_RATELIMIT_DISCOVER_CATEGORY_LIMIT: "100000" };
  const quotas = { CONFIG_DM_FREE_DAILY_LIMIT: "1000", CONFIG_DM_FREE_PER_CREATOR_DAILY: "1000" };
  const env = { ...process.env, ...settings, ...quotas, ...listLimits, ...Object.fromEntries(liftedLimits()) };
  const log = openSync(join(dataDir, "cluster.log"), "a");
  return spawn(process.execPath, ["deploy/launch/cluster.ts"], { env, stdio: ["ignore", log, log] });
}

async function run(): Promise<void> {
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => {
    const response = await fetch(`${url}/health/ready`);
    if (!response.ok) throw new Error(await response.text());
  }, READY_MS);
  const fixture = await createBenchFixture([`${url}/api/v1`], localAdmin(), connections * FANS_PER_CONNECTION);
  const idle = await measureIdle();
  console.log(`idle: ${formatCosts(idle)} per second`);
  for (const { name } of workloads(fixture)) {
    if (!name.startsWith(values.only)) continue;
    // New for each run, because the previous workload has left fans with an open message behind.
    const workload = workloads(fixture).find((candidate) => candidate.name === name);
    if (!workload) continue;
    await load(url, workload, WARM_UP_SECONDS);
    await waitUntilIdle(idle);
    console.log(await measure(url, workload, idle));
  }
}

interface Outcome extends autocannon.Result {
  /** Statuses and error keys of the responses without success. */
  readonly refusals: ReadonlySet<string>;
}

async function load(url: string, { round }: Workload, duration: number): Promise<Outcome> {
  const refusals = new Set<string>();
  const requests = round.map((step) => ({
    ...step,
    ...(step.path ? { path: `/api/v1${step.path}` } : {}),
    onResponse(status: number, body: string, round: object) {
      if (status >= 300) refusals.add(`${status} ${(JSON.parse(body) as { error?: { i18nKey?: string } }).error?.i18nKey}`);
      step.onResponse?.(status, body, round);
    },
  }));
  return { ...(await autocannon({ url, connections, duration, requests })), refusals };
}

/**
 * One line: successful responses per second, latency in milliseconds, and microseconds of processor time per response, by process.
 * The time includes the background work after a response, and excludes what the idle system uses.
 */
async function measure(url: string, workload: Workload, idle: Costs): Promise<string> {
  const [before, began] = [cpuTimeByProcess(cluster.pid ?? 0), performance.now()];
  const { "2xx": good, latency, duration, refusals, non2xx } = await load(url, workload, seconds);
  await waitUntilIdle(idle);
  const elapsedSeconds = (performance.now() - began) / SECOND;
  const refused = non2xx > 0 ? `, ${non2xx} refused (${[...refusals].join(", ")})` : "";
  const speed = `${Math.round(good / duration)}/s, p50 ${latency.p50} ms, p99 ${latency.p99} ms${refused}`;
  const each = [...costsSince(before)].map(
    ([name, cost]) => [name, (cost - (idle.get(name) ?? 0) * elapsedSeconds) / Math.max(good, 1)] as const,
  );
  return `${workload.name}: ${speed}; ${formatCosts(new Map(each))} per response`;
}

/** Microseconds of processor time, by process. */
type Costs = ReadonlyMap<string, number>;

/** The processor time per second of a cluster without requests. */
async function measureIdle(): Promise<Costs> {
  await pause(WARM_UP_SECONDS * SECOND);
  const before = cpuTimeByProcess(cluster.pid ?? 0);
  await pause(seconds * SECOND);
  return new Map([...costsSince(before)].map(([name, cost]) => [name, cost / seconds]));
}

/** Waits for the work after the last response: events are consumed in the background. */
async function waitUntilIdle(idle: Costs): Promise<void> {
  for (let second = 0; second < MAX_BACKGROUND_SECONDS; second += 1) {
    const before = cpuTimeByProcess(cluster.pid ?? 0);
    await pause(SECOND);
    if (sum(costsSince(before)) < 2 * sum(idle)) return;
  }
}

function costsSince(before: Costs): Costs {
  return new Map([...cpuTimeByProcess(cluster.pid ?? 0)].map(([name, used]) => [name, used - (before.get(name) ?? 0)]));
}

function sum(costs: Costs): number {
  return [...costs.values()].reduce((total, cost) => total + cost, 0);
}

function formatCosts(costs: Costs): string {
  const parts = [...costs].sort(([, a], [, b]) => b - a).map(([name, cost]) => `${name} ${Math.round(cost)}`);
  return `${Math.round(sum(costs))} µs (${parts.join(", ")})`;
}
