import { setTimeout as pause } from "node:timers/promises";
import autocannon from "autocannon";
import { SECOND } from "#libs/kernel/clock.ts";
import type { BenchCluster } from "./bench-cluster.ts";
import { type CpuTimes, cpuTimesOf, cpuTimesSince, processesBelow, sumOf } from "./cpu-time.ts";
import { type Workload, workloads } from "./workloads.ts";

const WARM_UP_SECONDS = 2;
/** Longest wait until the work that a workload has started in the background is done. */
const MAX_BACKGROUND_SECONDS = 60;
/** When a run ends, the message of each connection is still open, and its fan cannot send another one. */
const FANS_PER_CONNECTION = 3;

interface Run {
  readonly seconds: number;
  readonly connections: number;
  /** Prefix of the names of the workloads to run. */
  readonly only: string;
}

/** Runs one workload after the other, and prints throughput, latency and processor time per response. */
export async function measureWorkloads(cluster: BenchCluster, run: Run): Promise<void> {
  const fixture = await cluster.fixture({ fans: run.connections * FANS_PER_CONNECTION });
  const idle = await measureIdle(cluster, run.seconds);
  console.log(`idle: ${formatCosts(idle)} per second`);
  for (const { name } of workloads(fixture)) {
    if (!name.startsWith(run.only)) continue;
    // New for each run, because the previous workload has left fans with an open message behind.
    const workload = workloads(fixture).find((candidate) => candidate.name === name);
    if (!workload) continue;
    await load(cluster, workload, { ...run, seconds: WARM_UP_SECONDS });
    await waitUntilIdle(cluster, idle);
    console.log(await measure(cluster, workload, run, idle));
  }
}

interface Outcome extends autocannon.Result {
  /** Statuses and error keys of the responses without success. */
  readonly refusals: ReadonlySet<string>;
}

async function load({ url }: BenchCluster, { round }: Workload, { connections, seconds }: Run): Promise<Outcome> {
  const refusals = new Set<string>();
  const requests = round.map((step) => ({
    ...step,
    ...(step.path ? { path: `/api/v1${step.path}` } : {}),
    onResponse(status: number, body: string, round: object) {
      if (status >= 300) refusals.add(`${status} ${(JSON.parse(body) as { error?: { i18nKey?: string } }).error?.i18nKey}`);
      step.onResponse?.(status, body, round);
    },
  }));
  return { ...(await autocannon({ url, connections, duration: seconds, requests })), refusals };
}

/**
 * One line: successful responses per second, latency in milliseconds, and microseconds of processor time per response, by process.
 * The time includes the background work after a response, and excludes what the idle system uses.
 */
async function measure(cluster: BenchCluster, workload: Workload, run: Run, idle: CpuTimes): Promise<string> {
  const [before, began] = [cpuTimesOf(processesBelow(cluster.pid)), performance.now()];
  const { "2xx": good, latency, duration, refusals, non2xx } = await load(cluster, workload, run);
  await waitUntilIdle(cluster, idle);
  const elapsedSeconds = (performance.now() - began) / SECOND;
  const refused = non2xx > 0 ? `, ${non2xx} refused (${[...refusals].join(", ")})` : "";
  const speed = `${Math.round(good / duration)}/s, p50 ${latency.p50} ms, p99 ${latency.p99} ms${refused}`;
  const each = [...costsSince(cluster, before)].map(
    ([name, cost]) => [name, (cost - (idle.get(name) ?? 0) * elapsedSeconds) / Math.max(good, 1)] as const,
  );
  return `${workload.name}: ${speed}; ${formatCosts(new Map(each))} per response`;
}

/** The processor time per second of a cluster without requests. */
async function measureIdle(cluster: BenchCluster, seconds: number): Promise<CpuTimes> {
  await pause(WARM_UP_SECONDS * SECOND);
  const before = cpuTimesOf(processesBelow(cluster.pid));
  await pause(seconds * SECOND);
  return new Map([...costsSince(cluster, before)].map(([name, cost]) => [name, cost / seconds]));
}

/** Waits for the work after the last response: events are consumed in the background. */
async function waitUntilIdle(cluster: BenchCluster, idle: CpuTimes): Promise<void> {
  for (let second = 0; second < MAX_BACKGROUND_SECONDS; second += 1) {
    const before = cpuTimesOf(processesBelow(cluster.pid));
    await pause(SECOND);
    if (sumOf(costsSince(cluster, before)) < 2 * sumOf(idle)) return;
  }
}

function costsSince(cluster: BenchCluster, before: CpuTimes): CpuTimes {
  return cpuTimesSince(processesBelow(cluster.pid), before);
}

function formatCosts(costs: CpuTimes): string {
  const parts = [...costs].sort(([, a], [, b]) => b - a).map(([name, cost]) => `${name} ${Math.round(cost)}`);
  return `${Math.round(sumOf(costs))} µs (${parts.join(", ")})`;
}
