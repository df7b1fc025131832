import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Makes the bus of a running `npm run start:cluster` read its users again. Returns whether there is one. */
export function reloadBus(dataDir: string): boolean {
  const list = join(dataDir, "cluster.json");
  if (!existsSync(list)) return false;
  const processes = JSON.parse(readFileSync(list, "utf8")) as { readonly name: string; readonly pid: number }[];
  const nats = processes.find(({ name }) => name === "nats");
  if (!nats) return false;
  try {
    return process.kill(nats.pid, "SIGHUP");
  } catch {
    // the list is of a cluster that is gone
    return false;
  }
}
