import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SECOND } from "#libs/kernel/clock.ts";
import { startBenchCluster } from "./bench-cluster.ts";
import { runBurst } from "./burst.ts";
import type { Contender } from "./contender.ts";
import { type CpuTimes, cpuTimesOf, cpuTimesSince, sumOf } from "./cpu-time.ts";
import type { Burst } from "./figures.ts";
import { measureIdleCluster, measureStarts } from "./idle-and-start.ts";
import { installPeers } from "./install-peers.ts";
import { CREATORS, FANS } from "./loads.ts";
import { watchOthers } from "./machine.ts";
import { memoryOf } from "./memory.ts";
import { productOf, textsOf } from "./product.ts";
import { type Comparison, PRODUCT, report } from "./report.ts";
import { keepReport } from "./results-file.ts";
import { idleTimes, settle } from "./settle.ts";
import { startPeers } from "./start-peers.ts";

const WARM_UP_SECONDS = 2;
const IDLE_SECONDS = 6;
/** No turn begins after this, so that a run ends within twenty minutes. */
const MOST_MINUTES = 16;

interface CompareOptions {
  readonly turns: number;
  /** Of a burst. */
  readonly seconds: number;
  /** Prefix of the names of the loads to run. */
  readonly only: string;
  /** Whether RESULTS.md gets the report of a quiet run. */
  readonly write: boolean;
}

/** Measures the product beside its peers, prints a report, and returns whether all bounds held and no request was refused. */
export async function measureBesidePeers(options: CompareOptions): Promise<boolean> {
  installPeers();
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const others = watchOthers();
  const end = performance.now() + MOST_MINUTES * 60 * SECOND;
  const stops: (() => Promise<void>)[] = [async () => rmSync(folder, { recursive: true, force: true })];
  try {
    const starts = await measureStarts(folder);
    const cluster = await startBenchCluster({ dataDir: starts.clusterDataDir });
    stops.push(cluster.stop);
    console.error(`a warm cluster was ready after ${Math.round(cluster.readyMs)} ms; making users …`);
    const fixture = await cluster.fixture({ fans: FANS, creators: CREATORS });
    const product = await productOf(cluster, fixture);
    const keys = (name: string) => join(cluster.dataDir, "keys", name);
    const tls = { certificate: keys("bus.pem"), key: keys("bus.key"), authority: keys("ca.pem") };
    console.error("starting the peers …");
    const peers = await startPeers({ folder: join(folder, "peers"), tls, texts: await textsOf(cluster, fixture) });
    stops.push(peers.stop);
    const idle = await measureIdleCluster(cluster, product, fixture);
    const contenders = [product, ...peers.contenders].map((contender) => limitedTo(options.only, contender));
    const turns = await runTurns(contenders, options, { end, share: others.share });
    const measured: Comparison = {
      ...turns,
      starts: { singleMs: starts.singleMs, clusterMs: cluster.readyMs },
      idle,
      // Without what has ended since the start, such as the bundler of the pages.
      memory: [...product.processes.map(memoryOf).filter(({ rss }) => !Number.isNaN(rss)), starts.single],
      busy: others.summary(),
      seconds: options.seconds,
      peers: peers.contenders.map(({ name }) => name),
    };
    const { text, held } = report(measured);
    console.log(text);
    if (options.write) keepReport(measured, text);
    return held;
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

function limitedTo(prefix: string, contender: Contender): Contender {
  return { ...contender, loads: new Map([...contender.loads].filter(([name]) => name.startsWith(prefix))) };
}

interface Turns {
  readonly bursts: readonly Burst[];
  /** Rounds of the product, warm-up included. */
  readonly rounds: number;
  readonly refusals: ReadonlyMap<string, number>;
  /** What other work took of the processors in each turn. */
  readonly others: readonly number[];
}

/** One burst of each contender after the other, load by load, again and again; another one begins each turn. */
async function runTurns(
  contenders: readonly Contender[],
  { turns, seconds }: CompareOptions,
  { end, share }: { readonly end: number; share(): number },
): Promise<Turns> {
  const everyone = contenders.flatMap(({ name: of, processes }) => processes.map(({ pid, name }) => ({ pid, name: `${of} ${name}` })));
  const idle = await idleTimes(everyone, IDLE_SECONDS);
  const idleOf = ({ name: of, processes }: Contender) =>
    new Map(processes.map(({ name }) => [name, idle.get(`${of} ${name}`) ?? 0] as const));
  const names = [...new Set(contenders.flatMap(({ loads }) => [...loads.keys()]))];
  const [bursts, others, refusals]: [Burst[], number[], Map<string, number>] = [[], [], new Map()];
  let rounds = 0;
  const run = async (contender: Contender, load: string, turn: number) => {
    const { burst, result } = await measureBurst(contender, load, turn, turn < 0 ? WARM_UP_SECONDS : seconds, idleOf(contender));
    if (contender.name === PRODUCT) rounds += result.rounds;
    // A peer that has just started may be too slow for its own patience.
    if (turn < 0) return;
    for (const [reason, count] of result.refusals) {
      const key = `${contender.name}, ${load}: ${reason}`;
      refusals.set(key, (refusals.get(key) ?? 0) + count);
    }
    bursts.push(burst);
  };
  for (let turn = -1; turn < turns; turn += 1) {
    if (performance.now() > end) {
      console.error(`the time is over after ${turn} turns`);
      break;
    }
    for (const load of names) {
      const serving = contenders.filter(({ loads }) => loads.has(load));
      const first = Math.max(turn, 0) % serving.length;
      for (const contender of [...serving.slice(first), ...serving.slice(0, first)]) await run(contender, load, turn);
    }
    const taken = share();
    if (turn >= 0) others.push(taken);
    console.error(turn < 0 ? "warm" : `turn ${turn + 1} of ${turns}; other work took ${Math.round(taken * 100)} %`);
  }
  return { bursts, rounds, refusals, others };
}

async function measureBurst({ name, port, processes, loads }: Contender, load: string, turn: number, seconds: number, idle: CpuTimes) {
  const chosen = loads.get(load);
  if (!chosen) throw new Error(`${name} does not serve ${load}`);
  const [before, began] = [cpuTimesOf(processes), performance.now()];
  const result = await runBurst(port, chosen, seconds);
  if (chosen.hasBackgroundWork) await settle(processes, idle);
  const elapsed = (performance.now() - began) / SECOND;
  const used = [...cpuTimesSince(processes, before)];
  const cpu = new Map(
    used.map(([process, time]) => [process, (time - (idle.get(process) ?? 0) * elapsed) / Math.max(result.rounds, 1)] as const),
  );
  const refused = [...result.refusals.values()].reduce((sum, count) => sum + count, 0);
  const { perSecond, p50, p99 } = result;
  const burst: Burst = { turn, load, contender: name, perSecond, p50, p99, cpu, allCpu: sumOf(cpu), refused };
  return { burst, result };
}
