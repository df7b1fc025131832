import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "#deploy/launch/free-port.ts";
import { eventually } from "../support/eventually.ts";
import { liftedLimits } from "../support/lifted-limits.ts";
import type { BenchFixture } from "./fixture.ts";

const READY_MS = 120_000;

/** A local cluster with its own data, without the limits of one client. */
export interface BenchCluster {
  readonly url: string;
  /** The process whose children are the processes of the cluster. */
  readonly pid: number;
  /** Creates users and data. Each fan takes a second, most of it for hashing a password. */
  fixture(fans: number): Promise<BenchFixture>;
  stop(): Promise<void>;
}

/** Starts a cluster and waits until it is ready. */
export async function startBenchCluster(): Promise<BenchCluster> {
  const dataDir = mkdtempSync(join(tmpdir(), "bench-"));
  const port = await freePort(2);
  const settings = { DATA_DIR: dataDir, PORT: String(port), METRICS_PORT: "0", APP_NAMESPACE: "bench", LOG_LEVEL: "error" };
  const listLimits = { CONFIG_RATELIMIT_HELP_ARTICLES_LIMIT: "100000", CONFIG_RATELIMIT_DISCOVER_CATEGORY_LIMIT: "100000" };
  const quotas = { CONFIG_DM_FREE_DAILY_LIMIT: "1000", CONFIG_DM_FREE_PER_CREATOR_DAILY: "1000" };
  const env = { ...process.env, ...settings, ...quotas, ...listLimits, ...Object.fromEntries(liftedLimits()) };
  const log = openSync(join(dataDir, "cluster.log"), "a");
  const cluster = spawn(process.execPath, ["deploy/launch/cluster.ts"], { env, stdio: ["ignore", log, log] });
  const stop = async () => {
    const ended = once(cluster, "exit");
    cluster.kill("SIGTERM");
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
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
    pid: cluster.pid ?? 0,
    async fixture(fans) {
      // The demo client reads emails from this folder. It reads the variable when the module is loaded, so the import follows here.
      process.env.DATA_DIR = dataDir;
      const { createBenchFixture } = await import("./fixture.ts");
      const { localAdmin } = await import("#deploy/demo/local-secrets.ts");
      return createBenchFixture([`${url}/api/v1`], localAdmin(), fans);
    },
    stop,
  };
}
