import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BenchCluster, startBenchCluster } from "./bench-cluster.ts";
import { runBurst } from "./burst.ts";
import type { Contender } from "./contender.ts";
import { type Inspector, openInspector } from "./inspector.ts";
import { CREATORS, FANS } from "./loads.ts";
import { productOf } from "./product.ts";
import { settle } from "./settle.ts";
import { type CpuProfile, OWNERS, timeByOwner, withSources } from "./shares.ts";

/** Each of these loads is profiled separately. */
const LOADS = ["tracking", "tracking, one connection", "notifications, first page", "config read", "paid round, many creators"];
const WARM_UP_SECONDS = 2;
const SAMPLING_MICROSECONDS = 250;
/** Processes with less processor time than this are left out of the table. */
const MIN_MS = 50;

interface ProfileOptions {
  readonly seconds: number;
  /** Prefix of the names of the loads. */
  readonly only: string;
  /** Output folder of the profiles. */
  readonly folder: string;
}

/** Writes a CPU profile of each process under each load, and prints the processor time by owner of the function. */
export async function profileCluster({ seconds, only, folder }: ProfileOptions): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const cluster = await startBenchCluster({ nodeOptions: "--inspect=127.0.0.1:0" });
  try {
    const product = await productOf(cluster, await cluster.fixture({ fans: FANS, creators: CREATORS }));
    const inspectors = await inspectorsOf(cluster, product);
    const rows: string[] = [];
    for (const load of LOADS.filter((name) => name.startsWith(only))) {
      const profiles = await profileLoad(product, inspectors, load, seconds);
      for (const { name, profile } of profiles) {
        writeFileSync(join(folder, `${`${load} ${name}`.replaceAll(/\W+/g, "-")}.cpuprofile`), JSON.stringify(profile));
      }
      rows.push(...profiles.flatMap(({ name, profile }) => row(load, name, profile) ?? []));
    }
    for (const { inspector } of inspectors) inspector.close();
    const head = ["load", "process", "ms", ...OWNERS];
    const table = [`| ${head.join(" | ")} |`, `| ${head.map(() => "---").join(" | ")} |`, ...rows].join("\n");
    writeFileSync(join(folder, "shares.md"), `${table}\n`);
    console.log(`${table}\n\nThe profiles are in ${folder}.`);
  } finally {
    await cluster.stop();
  }
}

interface NamedInspector {
  readonly name: string;
  readonly inspector: Inspector;
}

/** One for each process of ours; processes of one name are numbered. */
async function inspectorsOf(cluster: BenchCluster, { processes }: Contender): Promise<readonly NamedInspector[]> {
  const urls = [...cluster.log().matchAll(/ws:\/\/127\.0\.0\.1:\S+/g)].map(([url]) => url);
  const inspectors = await Promise.all(urls.map((url) => openInspector(url)));
  const seen = new Map<string, number>();
  return inspectors.flatMap((inspector) => {
    const name = processes.find(({ pid }) => pid === inspector.pid)?.name;
    if (!name || name === "server-guard") {
      inspector.close();
      return [];
    }
    const number = (seen.get(name) ?? 0) + 1;
    seen.set(name, number);
    return [{ name: number === 1 ? name : `${name} ${number}`, inspector }];
  });
}

async function profileLoad({ port, loads, processes }: Contender, inspectors: readonly NamedInspector[], name: string, seconds: number) {
  const load = loads.get(name);
  if (!load) throw new Error(`there is no load ${name}`);
  await runBurst(port, load, WARM_UP_SECONDS);
  await settle(processes, new Map());
  for (const { inspector } of inspectors) {
    await inspector.send("Profiler.enable");
    await inspector.send("Profiler.setSamplingInterval", { interval: SAMPLING_MICROSECONDS });
  }
  await Promise.all(inspectors.map(({ inspector }) => inspector.send("Profiler.start")));
  await runBurst(port, load, seconds);
  await settle(processes, new Map());
  return Promise.all(
    inspectors.map(async ({ name, inspector }) => {
      const { profile } = (await inspector.send("Profiler.stop")) as { readonly profile: CpuProfile };
      return { name, profile: withSources(profile) };
    }),
  );
}

/** Null for a process without work. */
function row(load: string, name: string, profile: CpuProfile): string | null {
  const times = timeByOwner(profile);
  const sum = [...times.values()].reduce((total, time) => total + time, 0);
  if (sum < MIN_MS * 1_000) return null;
  const shares = OWNERS.map((owner) => `${Math.round(((times.get(owner) ?? 0) / sum) * 100)} %`);
  return `| ${[load, name, Math.round(sum / 1_000), ...shares].join(" | ")} |`;
}
