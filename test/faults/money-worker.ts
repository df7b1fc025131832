import { wait } from "#libs/kernel/wait.ts";
import type { Standing } from "../wallet/wallet-fixture.ts";
import { walletWorld } from "../wallet/wallet-fixture.ts";
import { DEEDS, POINTS, type Point, type Subject } from "./money-deeds.ts";

/** A process that does each deed until it stands at its fault point, and waits there to be killed. Its only argument is JSON. */
export interface WorkOrder {
  readonly mongoUrl: string;
  readonly databasePrefix: string;
  readonly subjects: Readonly<Record<Point, Subject>>;
  /** Of creators. */
  readonly standings: Readonly<Record<string, Standing>>;
}

const STANDS = "it stands at its point";
const STANDS_MS = 600_000;
const POLL_MS = 5;
const { mongoUrl, databasePrefix, subjects, standings } = JSON.parse(process.argv[2] ?? "") as WorkOrder;
const world = await walletWorld({ env: { mongoUrl, databasePrefix } });
const { faults, jobs } = world.runtime;
await jobs.stop();
for (const [userId, standing] of Object.entries(standings)) world.setStanding(userId, standing);

for (const point of POINTS) {
  faults.arm({ point, mode: "delay", delayMs: STANDS_MS, times: 1 });
  const deed = DEEDS[point](world, subjects[point]).then(() => "it ended", String);
  const outcome = await Promise.race([deed, standing(point)]);
  if (outcome !== STANDS) {
    console.error(point, outcome);
    process.exit(1);
  }
}
console.log("all stand");

/** Resolves when the point was hit: then it is no longer armed. */
async function standing(point: Point): Promise<typeof STANDS> {
  while (faults.armed().some((fault) => fault.point === point)) await wait(POLL_MS);
  return STANDS;
}
