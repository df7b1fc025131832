import { existsSync } from "node:fs";
import { join } from "node:path";
import repl, { type ReplOptions } from "node:repl";
import { ServiceBroker } from "moleculer";
import { networkOptions } from "#libs/platform/broker/broker-options.ts";
import { type BusFiles, busIdentity } from "#libs/platform/bus/bus-identity.ts";
import { readEnv } from "#libs/platform/env/read-env.ts";
import { localBus } from "../keys/local-bus.ts";
import { isListening } from "./free-port.ts";

// Joins a running system as a node without services and opens Moleculer's console: `nodes`, `services`, `actions`, `call`.
const env = readEnv();
const [url] = localBus(env.dataDir);
const local = url && (await isListening(Number(new URL(url).port))) ? [url] : [];
const natsServers = env.natsServers.length > 0 ? env.natsServers : local;
if (natsServers.length === 0) {
  console.error("no system to join: set NATS_URL, or start one with `npm run start:cluster` (`npm start` runs without a bus)");
  process.exit(2);
}
const broker = new ServiceBroker({
  ...networkOptions(env.namespace, busIdentity({ ...env, ...keysOfOperator(), natsServers }, "operator")),
  // The console lists the services of its own node.
  internalServices: true,
  logger: { type: "Console", options: { level: "warn" } },
});
await broker.start();
bindEvaluators();
broker.repl();

/** Node 26 calls the evaluator of a console without the `this` from which moleculer-repl takes the context. */
function bindEvaluators(): void {
  const { start } = repl;
  repl.start = (given) => {
    const options = given as ReplOptions;
    const evaluate = options.eval;
    if (!evaluate) return start(options);
    return start({ ...options, eval: (code, context, file, done) => evaluate.call({ context } as never, code, context, file, done) });
  };
}

/** The operator keys that `npm run start:cluster` made; none where the bus is open. */
function keysOfOperator(): Partial<BusFiles> {
  const fileOf = (name: string) => join(env.dataDir, "keys", name);
  if (env.processKeysFile || !existsSync(fileOf("operator.json"))) return {};
  return { natsCaFile: fileOf("ca.pem"), processKeysFile: fileOf("operator.json"), keysRosterFile: fileOf("roster.json") };
}
