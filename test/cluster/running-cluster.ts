import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "#deploy/launch/free-port.ts";
import { backendNames } from "#deploy/launch/services.ts";
import { dropAndClose, freshDatabase } from "../mongo/database-fixture.ts";
import { eventually } from "../support/eventually.ts";

export const READY_MS = 120_000;
/** Shorter than the time of the hook, which says nothing of what the cluster has logged. */
const START_MS = READY_MS - 20_000;

interface Listed {
  readonly name: string;
  readonly pid: number;
  /** Set for a server, whose `pid` is that of its guard. */
  readonly serverPid?: number | null;
  readonly port: number | null;
  readonly metricsPort?: number;
}

type Variables = Readonly<Record<string, string>>;

/** The output of a process so far. */
export interface Output {
  read(): string;
}

export interface RunningCluster {
  readonly namespace: string;
  readonly dataDir: string;
  readonly isolated: Variables;
  /** Addresses of the gateways; each start assigns new ones. */
  bases(): readonly string[];
  supervisor(): ChildProcess;
  output(): Output;
  /** The processes, as the supervisor lists them. */
  processList(): Listed[];
  /** The processes that serve metrics and health. */
  measured(): { readonly name: string; readonly metricsPort: number }[];
  /** Every process but the supervisor and the store. */
  pids(): number[];
  /** Starts a script beside the cluster, with its settings. */
  run(script: string, args: readonly string[], variables: Variables): ChildProcess;
  /** Tells the story of a paid message by the demo. */
  demo(...args: readonly string[]): Promise<{ readonly code: number | null; readonly text: string }>;
  start(): Promise<void>;
  /** Kills the supervisor, waits until all others have ended and removes what they stored. */
  dispose(): Promise<void>;
}

/** A cluster that is not started yet, with a folder, a namespace and databases of its own. */
export function clusterNamed(namespace: string, settings: Variables = {}): RunningCluster {
  const dataDir = mkdtempSync(join(tmpdir(), `${namespace}-`));
  const prefix = `${namespace}${process.pid}_`;
  const isolated = {
    DATA_DIR: dataDir,
    LOG_LEVEL: "error",
    METRICS_PORT: "0",
    APP_NAMESPACE: namespace,
    DATABASE_PREFIX: prefix,
    ...settings,
  };
  let supervisor: ChildProcess;
  let output: Output;
  let bases: string[] = [];

  const processList = () => JSON.parse(readFileSync(join(dataDir, "cluster.json"), "utf8")) as Listed[];
  const pids = () => processList().flatMap(({ pid, serverPid }) => (serverPid ? [pid, serverPid] : [pid]));
  const run = (script: string, args: readonly string[], variables: Variables): ChildProcess => {
    const { NODE_OPTIONS: _forJest, ...inherited } = process.env;
    const env = { ...inherited, ...isolated, ...variables };
    // A process group of its own, like that of a command in a terminal.
    return spawn(process.execPath, [script, ...args], { env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  };
  return {
    namespace,
    dataDir,
    isolated,
    bases: () => bases,
    supervisor: () => supervisor,
    output: () => output,
    processList,
    measured: () => processList().flatMap(({ name, metricsPort }) => (metricsPort ? [{ name, metricsPort }] : [])),
    pids,
    run,
    async demo(...args) {
      const child = run("deploy/demo/demo.ts", args, { BASE_URL: bases.join(",") });
      const said = outputOf(child);
      const code = await new Promise<number | null>((resolve) => child.once("exit", resolve));
      return { code, text: said.read() };
    },
    async start() {
      const port = await freePort(2);
      bases = [port, port + 1].map((each) => `http://127.0.0.1:${each}`);
      supervisor = run("deploy/bundle/run.mjs", ["cluster"], { PORT: String(port) });
      output = outputOf(supervisor);
      await eventually(async () => {
        if (supervisor.exitCode !== null) throw new Error(`the cluster has ended with ${supervisor.exitCode}: ${output.read()}`);
        if (!output.read().includes('"msg":"ready"')) throw new Error(`the cluster is not ready: ${output.read()}`);
        for (const base of bases) if (!(await fetch(`${base}/health/ready`)).ok) throw new Error(`${base} is not ready`);
      }, START_MS);
    },
    async dispose() {
      const running = pids();
      supervisor.kill("SIGKILL");
      await eventually(() => {
        if (alive(running).length > 0) throw new Error(`processes of the cluster still run: ${alive(running)}`);
      });
      for (const name of backendNames) await dropAndClose(freshDatabase(`${prefix}${name}`));
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export function outputOf(child: ChildProcess): Output {
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (text += String(chunk)));
  return { read: () => text };
}

/** The processes of this list that still run. */
export function alive(pids: readonly number[]): number[] {
  return pids.filter((pid) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  });
}
