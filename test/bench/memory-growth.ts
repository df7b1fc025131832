import type { BenchCluster } from "./bench-cluster.ts";
import { runBurst } from "./burst.ts";
import { CREATORS, FANS } from "./loads.ts";
import { isService, type Memory, memoryOf } from "./memory.ts";
import { productOf } from "./product.ts";

const BURST_SECONDS = 10;
const FIRST = 100_000;
const STEP = 100_000;
const STEPS = 10;
/** The measurement stops after this time and uses the results so far. */
const MAX_MINUTES = 17;
/** Maximum for each process, in MiB. */
const BOUNDS = { rss: 115, pss: 85, slope: 1 } as const;
const LOADS = ["tracking", "notifications, first page", "legal text"];

/**
 * SPD-12: measures the memory of each process after 100,000 requests, and its growth per further 100,000. Returns whether both stay within
 * their bounds.
 */
export async function measureMemory(cluster: BenchCluster): Promise<boolean> {
  const product = await productOf(cluster, await cluster.fixture({ fans: FANS, creators: CREATORS }));
  const services = product.processes.filter(isService);
  const loads = LOADS.flatMap((name) => product.loads.get(name) ?? []);
  const end = performance.now() + MAX_MINUTES * 60_000;
  let requests = 0;
  const until = async (target: number): Promise<readonly Memory[]> => {
    for (let burst = 0; requests < target && performance.now() < end; burst += 1) {
      const load = loads[burst % loads.length];
      if (load) requests += (await runBurst(product.port, load, BURST_SECONDS)).rounds;
    }
    return services.map(memoryOf);
  };
  const first = await until(FIRST);
  const samples = [{ requests, memory: first }];
  for (let step = 1; step <= STEPS && performance.now() < end; step += 1) {
    const memory = await until(FIRST + step * STEP);
    samples.push({ requests, memory });
    console.error(`${requests} requests`);
  }
  console.log(
    `MiB after ${samples[0]?.requests} requests (RSS, PSS), and growth of RSS with each ${STEP} more, over ${requests} requests:`,
  );
  const held = services.map((process, index) => {
    const { rss = Number.NaN, pss = Number.NaN } = first[index] ?? {};
    const slope = slopeOf(samples.map(({ requests: x, memory }) => [x / STEP, memory[index]?.rss ?? Number.NaN]));
    const isHeld = rss <= BOUNDS.rss && pss <= BOUNDS.pss && slope <= BOUNDS.slope;
    console.log(`${isHeld ? "held    " : "NOT HELD"} ${process.name}: ${rss.toFixed(0)}, ${pss.toFixed(0)}; ${slope.toFixed(2)}`);
    return isHeld;
  });
  console.log(`at most ${BOUNDS.rss}, ${BOUNDS.pss}; ${BOUNDS.slope}`);
  return held.every(Boolean);
}

/** Slope of the straight line that fits the points best. */
function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const above = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return above / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}
