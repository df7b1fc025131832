import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface ListedProcess {
  readonly name: string;
  readonly pid: number;
  readonly port: number | null;
}

/** The NATS server that `npm run start:cluster` started with this data folder; undefined when it started none. */
function natsOf(dataDir: string): ListedProcess | undefined {
  const list = join(dataDir, "cluster.json");
  if (!existsSync(list)) return undefined;
  return (JSON.parse(readFileSync(list, "utf8")) as ListedProcess[]).find(({ name }) => name === "nats");
}

/** URL of the bus of `npm run start:cluster`; empty when it started none. */
export function localBus(dataDir: string): string[] {
  const port = natsOf(dataDir)?.port;
  return port ? [`nats://127.0.0.1:${port}`] : [];
}

/** Makes the bus of a running `npm run start:cluster` reload its users. Returns whether such a bus runs. */
export function signalBus(dataDir: string): boolean {
  const nats = natsOf(dataDir);
  if (!nats) return false;
  try {
    return process.kill(nats.pid, "SIGHUP");
  } catch {
    // the list is stale: its cluster has ended
    return false;
  }
}
