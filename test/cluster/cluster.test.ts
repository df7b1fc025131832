import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { freePort } from "#deploy/launch/free-port.ts";
import { eventually } from "#test/support/eventually.ts";

const READY_MS = 120_000;
const DEMO_MS = 90_000;

interface Listed {
  readonly name: string;
  readonly pid: number;
  readonly port: number | null;
}

const dataDir = mkdtempSync(join(tmpdir(), "cluster-"));
const isolated = { DATA_DIR: dataDir, LOG_LEVEL: "error", APP_NAMESPACE: "cluster", DATABASE_PREFIX: `cluster${process.pid}_` };
let cluster: ChildProcess;
let bases: string[];

/** The processes of the cluster, as the supervisor lists them. */
const processList = () => JSON.parse(readFileSync(join(dataDir, "cluster.json"), "utf8")) as Listed[];

function run(script: string, args: readonly string[], variables: Record<string, string>): ChildProcess {
  const { NODE_OPTIONS: _forJest, ...inherited } = process.env;
  return spawn(process.execPath, [script, ...args], {
    env: { ...inherited, ...isolated, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

function textOf(child: ChildProcess): { read(): string } {
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (text += String(chunk)));
  return { read: () => text };
}

async function demo(...args: string[]): Promise<{ code: number | null; text: string }> {
  const child = run("deploy/demo/demo.ts", args, { BASE_URL: bases.join(",") });
  const output = textOf(child);
  const code = await new Promise<number | null>((resolve) => child.once("exit", resolve));
  return { code, text: output.read() };
}

async function startCluster(): Promise<void> {
  const port = await freePort(2);
  bases = [port, port + 1].map((each) => `http://127.0.0.1:${each}`);
  cluster = run("deploy/launch/cluster.ts", [], { PORT: String(port) });
  const output = textOf(cluster);
  await eventually(async () => {
    if (!output.read().includes("ready:")) throw new Error(`the cluster is not ready: ${output.read()}`);
    for (const base of bases) if (!(await fetch(`${base}/health/ready`)).ok) throw new Error(`${base} is not ready`);
  }, READY_MS);
}

/** Which of these processes still run. */
function alive(pids: readonly number[]): number[] {
  return pids.filter((pid) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  });
}

beforeAll(startCluster, READY_MS);

afterAll(async () => {
  const pids = processList().map(({ pid }) => pid);
  cluster.kill("SIGKILL");
  await eventually(() => expect(alive(pids)).toEqual([]));
  rmSync(dataDir, { recursive: true, force: true });
});

describe("one process for each service, over NATS and Redis", () => {
  it(
    "OPS-09 a paid message goes its whole way, and the books are right",
    async () => {
      const { code, text } = await demo();
      expect(text).toContain("Trial balance: 0.00");
      expect(code).toBe(0);
    },
    DEMO_MS,
  );

  it(
    "OPS-10 E1 the same while a messaging process is killed in the middle; the supervisor starts another one",
    async () => {
      const before = processList().filter(({ name }) => name === "messaging");
      const { code, text } = await demo("--kill", "messaging");
      expect(text).toContain("is killed");
      expect(text).toContain("Trial balance: 0.00");
      expect(code).toBe(0);
      await eventually(() => {
        const after = processList().filter(({ name }) => name === "messaging");
        expect(after.map(({ pid }) => pid)).not.toEqual(before.map(({ pid }) => pid));
      });
    },
    DEMO_MS,
  );

  it("THR-20 two gateways share one limit", async () => {
    const ask = (index: number) =>
      fetch(`${bases[index % 2]}/api/v1/auth/login`, { method: "POST", headers: { "x-forwarded-for": "203.0.113.77" } });
    const statuses: number[] = [];
    for (let index = 0; index < 61; index += 1) statuses.push((await ask(index)).status);
    expect(statuses.slice(0, 60)).not.toContain(429);
    expect(statuses[60]).toBe(429);
  });

  it(
    "OPS-10 E1 nothing outlives a supervisor that is killed, and the next one finds the data",
    async () => {
      const listed = processList();
      expect(listed.map(({ name }) => name)).toEqual(expect.arrayContaining(["nats", "redis", "gateway", "messaging"]));
      cluster.kill("SIGKILL");
      await eventually(() => expect(alive(listed.map(({ pid }) => pid))).toEqual([]), 15_000);
      await startCluster();
      const { code, text } = await demo();
      expect(text).toContain("Trial balance: 0.00 (commissions so far: 3.00)");
      expect(code).toBe(0);
    },
    READY_MS + DEMO_MS,
  );

  it("OPS-11 SIGTERM ends every process and exits 0 within ten seconds", async () => {
    const pids = processList().map(({ pid }) => pid);
    const ended = new Promise<number | null>((resolve) => cluster.once("exit", resolve));
    const begin = performance.now();
    cluster.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(performance.now() - begin).toBeLessThan(10_000);
    await eventually(() => expect(alive(pids)).toEqual([]));
  }, 20_000);
});
