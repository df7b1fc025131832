import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type BenchCluster, startBenchCluster } from "./bench-cluster.ts";
import { processesBelow, sumOf } from "./cpu-time.ts";
import { openStream } from "./open-stream.ts";
import { IDLE_BOUNDS } from "./report.ts";
import { idleTimes } from "./settle.ts";

const FANS = 20;
/** Enough to handle the events of the users who were created, and the events that follow. */
const QUIET_SECONDS = 10;
const SECONDS = 30;
/** Time for all processes to write their counts. */
const WRITING_MS = 1_000;
const COUNTED = ["gateway", "config", "account", "content", "creator", "messaging", "notification", "analytics", "webhook"];

/**
 * SPD-11: measures the processor time and the database commands of each process in a cluster without requests. Returns whether the bounds
 * hold.
 */
export async function measureIdle(): Promise<boolean> {
  const counter = fileURLToPath(new URL("./count-commands.ts", import.meta.url));
  const cluster = await startBenchCluster({ nodeOptions: `--import=${counter}` });
  try {
    const { fans } = await cluster.fixture({ fans: FANS });
    const streams = await Promise.all(fans.map((fan) => openStream(cluster.url, fan)));
    await pause(QUIET_SECONDS * 1_000);
    const { cpu, commands } = await observe(cluster);
    for (const stream of streams) stream?.destroy();
    console.log(
      `processor time, ms a second\n${table(cpu)}\nstore commands a second, by process, command, collection and cause\n${table(commands)}`,
    );
    const [cpuMs, perSecond] = [sumOf(cpu), sumOf(commands)];
    const isHeld = cpuMs <= IDLE_BOUNDS.cpuMs && perSecond <= IDLE_BOUNDS.commands;
    console.log(
      `${isHeld ? "held" : "NOT HELD"}: ${cpuMs.toFixed(0)} ms and ${perSecond.toFixed(1)} commands a second; at most ${IDLE_BOUNDS.cpuMs} and ${IDLE_BOUNDS.commands}`,
    );
    return isHeld;
  } finally {
    await cluster.stop();
  }
}

type Figures = ReadonlyMap<string, number>;

async function observe({ pid, dataDir }: BenchCluster): Promise<{ readonly cpu: Figures; readonly commands: Figures }> {
  const below = processesBelow(pid);
  const counting = below.filter(({ name }) => COUNTED.includes(name));
  const toggle = () => {
    for (const each of counting) process.kill(each.pid, "SIGUSR2");
  };
  toggle();
  const used = await idleTimes([{ pid, name: "launcher" }, ...below], SECONDS);
  toggle();
  await pause(WRITING_MS);
  const commands = new Map<string, number>();
  const file = join(dataDir, "commands.tsv");
  for (const line of existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : []) {
    const [count, ...name] = line.split("\t");
    const key = name.join(" ");
    commands.set(key, (commands.get(key) ?? 0) + Number(count) / SECONDS);
  }
  return { cpu: new Map([...used].map(([name, time]) => [name, time / 1_000])), commands };
}

function table(figures: Figures): string {
  const rows = [...figures].filter(([, figure]) => figure >= 0.01).sort(([, one], [, other]) => other - one);
  return rows.map(([name, figure]) => `${figure.toFixed(2).padStart(8)}  ${name}\n`).join("");
}
