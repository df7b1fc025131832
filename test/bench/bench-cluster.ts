import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "#deploy/launch/free-port.ts";
import { eventually } from "../support/eventually.ts";
import { liftedLimits } from "../support/lifted-limits.ts";
import type { BenchFixture, FixtureSize } from "./fixture.ts";

const READY_MS = 120_000;
/** The maximum that these settings accept. */
const LIMIT = 1_000_000;

/** A local system with its own data, without the limits of one client. */
export interface BenchCluster {
  readonly url: string;
  readonly port: number;
  /** The process whose children are the processes of the cluster. */
  readonly pid: number;
  readonly dataDir: string;
  /** Milliseconds from the start to the first answer. */
  readonly readyMs: number;
  /** Creates users and data. */
  fixture(size: FixtureSize): Promise<BenchFixture>;
  /** Its output so far. */
  log(): string;
  stop(): Promise<void>;
}

interface ClusterOptions {
  /** Data of an earlier start, retained when this one ends. By default a new folder, which is removed at the end. */
  readonly dataDir?: string;
  /** Runs everything in one process. */
  readonly single?: boolean;
  /** Prefix of the database names; clusters on one MongoDB need different ones. */
  readonly databasePrefix?: string;
  /** Applies to every Node process of the cluster. */
  readonly nodeOptions?: string;
  /** Variables of the environment, beside those of all benchmarks. */
  readonly settings?: NodeJS.ProcessEnv;
}

/** Starts a cluster and waits until it is ready. */
export async function startBenchCluster({
  dataDir: given,
  single = false,
  nodeOptions,
  databasePrefix,
  settings,
}: ClusterOptions = {}): Promise<BenchCluster> {
  const dataDir = given ?? mkdtempSync(join(tmpdir(), "bench-"));
  const port = await freePort(2);
  const logFile = join(dataDir, "system.log");
  const log = openSync(logFile, "a");
  const env = {
    ...environment(dataDir, port),
    ...settings,
    ...(databasePrefix && { DATABASE_PREFIX: databasePrefix }),
    ...(nodeOptions && { NODE_OPTIONS: nodeOptions }),
  };
  const began = performance.now();
  const system = spawn(process.execPath, ["--max-semi-space-size=8", "deploy/bundle/run.mjs", single ? "single" : "cluster"], {
    env,
    stdio: ["ignore", log, log],
  });
  // The cluster must not outlive this process, however it ends.
  const abort = () => void system.kill("SIGTERM");
  process.once("exit", abort);
  const stop = async () => {
    await end(system);
    process.off("exit", abort);
    if (given === undefined) rmSync(dataDir, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    await eventually(async () => {
      const response = await fetch(`${url}/health/ready`);
      if (!response.ok) throw new Error(await response.text());
    }, READY_MS);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    port,
    pid: system.pid ?? 0,
    dataDir,
    readyMs: performance.now() - began,
    async fixture(size) {
      // The demo client reads emails from this folder.
      process.env.DATA_DIR = dataDir;
      const { createBenchFixture } = await import("./fixture.ts");
      const { localAdmin } = await import("#deploy/demo/local-secrets.ts");
      return createBenchFixture([`${url}/api/v1`], localAdmin(), size);
    },
    log: () => readFileSync(logFile, "utf8"),
    stop,
  };
}

function environment(dataDir: string, port: number): NodeJS.ProcessEnv {
  const settings = { DATA_DIR: dataDir, PORT: String(port), METRICS_PORT: "0", APP_NAMESPACE: "bench", LOG_LEVEL: "error" };
  const listLimits = { CONFIG_RATELIMIT_HELP_ARTICLES_LIMIT: String(LIMIT), CONFIG_RATELIMIT_DISCOVER_CATEGORY_LIMIT: String(LIMIT) };
  const quotas = { CONFIG_DM_FREE_DAILY_LIMIT: "1000", CONFIG_DM_FREE_PER_CREATOR_DAILY: "1000" };
  // A token lasts fifteen minutes, and a run takes longer.
  const tokens = { CONFIG_AUTH_ACCESS_TOKEN_SECONDS: "3600" };
  return { ...process.env, ...settings, ...quotas, ...tokens, ...listLimits, ...Object.fromEntries(liftedLimits(LIMIT)) };
}

async function end(system: ChildProcess): Promise<void> {
  if (system.exitCode !== null || system.signalCode !== null) return;
  const ended = once(system, "exit");
  system.kill("SIGTERM");
  await ended;
}
