import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SECOND } from "#libs/kernel/clock.ts";
import { startBenchCluster } from "./bench-cluster.ts";
import type { Contender } from "./contender.ts";
import { measureIdleCluster, measureStarts } from "./idle-and-start.ts";
import { installPeers } from "./install-peers.ts";
import { CREATORS, FANS } from "./loads.ts";
import { watchOthers } from "./machine.ts";
import { memoryOf } from "./memory.ts";
import { productOf, textsOf } from "./product.ts";
import { type Comparison, PRODUCT, report } from "./report.ts";
import { keepReport } from "./results-file.ts";
import { startPeers } from "./start-peers.ts";
import { runTurns } from "./turns.ts";

const TITLE = "Beside its peers (`npm run bench`)";
const WARM_UP_SECONDS = 2;
/** No turn begins later, so that a run ends within twenty minutes. */
const MAX_MINUTES = 16;

interface CompareOptions {
  readonly turns: number;
  /** Length of a burst. */
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
  const end = performance.now() + MAX_MINUTES * 60 * SECOND;
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
    const turns = await runTurns(contenders, { ...options, warmUpSeconds: WARM_UP_SECONDS, end, others });
    const measured: Comparison = {
      ...turns,
      rounds: turns.rounds.get(PRODUCT) ?? 0,
      starts: { singleMs: starts.singleMs, clusterMs: cluster.readyMs },
      idle,
      // Leaves out processes that have ended since the start, such as the bundler of the pages.
      memory: [...product.processes.map(memoryOf).filter(({ rss }) => !Number.isNaN(rss)), starts.single],
      busy: others.summary(),
      seconds: options.seconds,
      peers: peers.contenders.map(({ name }) => name),
    };
    const { text, held } = report(measured);
    console.log(text);
    if (options.write) keepReport(TITLE, measured, text);
    return held;
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

function limitedTo(prefix: string, contender: Contender): Contender {
  return { ...contender, loads: new Map([...contender.loads].filter(([name]) => name.startsWith(prefix))) };
}
