import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ServiceBroker } from "moleculer";
import { networkOptions } from "#libs/platform/broker/broker-options.ts";
import { type BusFiles, busIdentity } from "#libs/platform/bus/bus-identity.ts";
import { readEnv } from "#libs/platform/env/read-env.ts";
import { isListening } from "./free-port.ts";

// Joins a running system as a node without services and opens Moleculer's console: `nodes`, `services`, `actions`, `call`.
const env = readEnv();
const port = natsPortOfCluster();
const local = port !== null && (await isListening(port)) ? [`nats://127.0.0.1:${port}`] : [];
const natsServers = env.natsServers.length > 0 ? env.natsServers : local;
if (natsServers.length === 0) {
  console.error("no system to join: set NATS_URL, or start one with `npm run start:cluster` (`npm start` runs without a bus)");
  process.exit(2);
}
const broker = new ServiceBroker({
  ...networkOptions(env.namespace, busIdentity({ ...env, ...keysOfOperator(), natsServers }, "operator")),
  // The console asks its own node for what it lists.
  internalServices: true,
  logger: { type: "Console", options: { level: "warn" } },
});
await broker.start();
broker.repl();

/** The port of the NATS server that `npm run start:cluster` started with this data folder; null when it started none. */
function natsPortOfCluster(): number | null {
  const list = join(env.dataDir, "cluster.json");
  if (!existsSync(list)) return null;
  const processes = JSON.parse(readFileSync(list, "utf8")) as { readonly name: string; readonly port: number | null }[];
  return processes.find(({ name }) => name === "nats")?.port ?? null;
}

/** The keys of the operator that `npm run start:cluster` made; none where the bus is open. */
function keysOfOperator(): Partial<BusFiles> {
  const fileOf = (name: string) => join(env.dataDir, "keys", name);
  if (env.processKeysFile || !existsSync(fileOf("operator.json"))) return {};
  return { natsCaFile: fileOf("ca.pem"), processKeysFile: fileOf("operator.json"), keysRosterFile: fileOf("roster.json") };
}
