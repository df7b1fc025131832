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
import { eventually } from "#test/support/eventually.ts";
import { liftedLimits } from "#test/support/lifted-limits.ts";
import { processorTime } from "./cpu-time.ts";
import { type Workload, workloads } from "./workloads.ts";

// Loads a cluster of this machine, one workload after the other, and says what a request costs:
// `npm run bench -- --seconds 5 --connections 50 --only W4`. Numbers of one machine; compare them within one run or with its last one.
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "5" },
    connections: { type: "string", default: "50" },
    /** Begin of the names of the workloads that run. */
    only: { type: "string", default: "" },
  },
});
const READY_MS = 120_000;
const SETTLE_SECONDS = 2;
/** Longest wait for what a workload has set going. */
const SETTLED_SECONDS = 60;
/** The end of a run leaves a message open for each connection. */
const FANS_PER_CONNECTION = 3;
const seconds = Number(values.seconds);
const connections = Number(values.connections);

const dataDir = mkdtempSync(join(tmpdir(), "bench-"));
// People find their mails there; it is read when that module is.
process.env.DATA_DIR = dataDir;
const { setStage } = await import("./stage.ts");
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
  const lists = { CONFIG_RATELIMIT_HELP_ARTICLES_LIMIT: "100000", CONFIG_RATELIMIT_DISCOVER_CATEGORY_LIMIT: "100000" };
  const quotas = { CONFIG_DM_FREE_DAILY_LIMIT: "1000", CONFIG_DM_FREE_PER_CREATOR_DAILY: "1000" };
  const env = { ...process.env, ...settings, ...quotas, ...lists, ...Object.fromEntries(liftedLimits()) };
  const log = openSync(join(dataDir, "cluster.log"), "a");
  return spawn(process.execPath, ["deploy/launch/cluster.ts"], { env, stdio: ["ignore", log, log] });
}

async function run(): Promise<void> {
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => {
    const answer = await fetch(`${url}/health/ready`);
    if (!answer.ok) throw new Error(await answer.text());
  }, READY_MS);
  const stage = await setStage([`${url}/api/v1`], localAdmin(), connections * FANS_PER_CONNECTION);
  const idle = await measureIdle();
  console.log(`idle: ${told(idle)} a second`);
  for (const { name } of workloads(stage)) {
    if (!name.startsWith(values.only)) continue;
    // Each has the fans for itself that the others have left in the middle of something.
    const workload = workloads(stage).find((one) => one.name === name);
    if (!workload) continue;
    await load(url, workload, SETTLE_SECONDS);
    await settle(idle);
    console.log(await measure(url, workload, idle));
  }
}

interface Outcome extends autocannon.Result {
  /** Error keys of the answers that were no success. */
  readonly refusals: ReadonlySet<string>;
}

async function load(url: string, { round }: Workload, duration: number): Promise<Outcome> {
  const refusals = new Set<string>();
  const requests = round.map((step) => ({
    ...step,
    ...(step.path ? { path: `/api/v1${step.path}` } : {}),
    onResponse(status: number, body: string, made: object) {
      if (status >= 300) refusals.add(`${status} ${(JSON.parse(body) as { error?: { i18nKey?: string } }).error?.i18nKey}`);
      step.onResponse?.(status, body, made);
    },
  }));
  return { ...(await autocannon({ url, connections, duration, requests })), refusals };
}

/**
 * One line: answers a second, latency in milliseconds, and the microseconds of processor time that each of them took, by process,
 * with all that it set going and without what the idle system costs.
 */
async function measure(url: string, workload: Workload, idle: Costs): Promise<string> {
  const [before, began] = [processorTime(cluster.pid ?? 0), performance.now()];
  const { "2xx": good, latency, duration, refusals, non2xx } = await load(url, workload, seconds);
  await settle(idle);
  const took = (performance.now() - began) / SECOND;
  const refused = non2xx > 0 ? `, ${non2xx} refused (${[...refusals].join(", ")})` : "";
  const speed = `${Math.round(good / duration)}/s, p50 ${latency.p50} ms, p99 ${latency.p99} ms${refused}`;
  const each = [...since(before)].map(([name, cost]) => [name, (cost - (idle.get(name) ?? 0) * took) / Math.max(good, 1)] as const);
  return `${workload.name}: ${speed}; ${told(new Map(each))} each`;
}

/** Microseconds of processor time, by process. */
type Costs = ReadonlyMap<string, number>;

/** What a second costs in which nobody asks for anything. */
async function measureIdle(): Promise<Costs> {
  await pause(SETTLE_SECONDS * SECOND);
  const before = processorTime(cluster.pid ?? 0);
  await pause(seconds * SECOND);
  return new Map([...since(before)].map(([name, cost]) => [name, cost / seconds]));
}

/** Until what was set going is done: facts are applied after the answer. */
async function settle(idle: Costs): Promise<void> {
  for (let second = 0; second < SETTLED_SECONDS; second += 1) {
    const before = processorTime(cluster.pid ?? 0);
    await pause(SECOND);
    if (sum(since(before)) < 2 * sum(idle)) return;
  }
}

function since(before: Costs): Costs {
  return new Map([...processorTime(cluster.pid ?? 0)].map(([name, used]) => [name, used - (before.get(name) ?? 0)]));
}

function sum(costs: Costs): number {
  return [...costs.values()].reduce((total, cost) => total + cost, 0);
}

function told(costs: Costs): string {
  const parts = [...costs].sort(([, one], [, other]) => other - one).map(([name, cost]) => `${name} ${Math.round(cost)}`);
  return `${Math.round(sum(costs))} µs (${parts.join(", ")})`;
}
