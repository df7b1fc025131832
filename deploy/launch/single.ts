import { createBroker } from "#libs/platform/broker/create-broker.ts";
import { busIdentity } from "#libs/platform/bus/bus-identity.ts";
import { createRuntime } from "#libs/platform/runtime/create-runtime.ts";
import { announce } from "./announce.ts";
import { chooseStoreOrExit } from "./choose-store.ts";
import { envOrExit } from "./env-or-exit.ts";
import { withLocalDefaults } from "./local-defaults.ts";
import { portsOrExit } from "./ports-or-exit.ts";
import { runUntilStopped } from "./run-until-stopped.ts";
import { backendNames, loadBackends, loadProcess } from "./services.ts";
import { settled } from "./settled.ts";

/** Longest time that a start waits for events to be handled; some may never be. */
const SETTLING_MS = 1_500;

// The whole system in one process, with only Node installed.
const env = await portsOrExit(withLocalDefaults(envOrExit(null)), true);
// The code is loaded while the store starts.
const [store, backends, gateway] = await Promise.all([
  chooseStoreOrExit({ production: env.production, url: env.mongoUrl, dataDir: env.dataDir }),
  loadBackends(),
  loadProcess("gateway"),
]);
// The parts of the system need no bus here; a configured one serves the subscribers of public facts.
const factsBus = env.natsServers.length > 0 ? busIdentity(env, "webhook").facts : null;
const runtime = createRuntime({ ...env, mongoUrl: store.url, natsServers: [] }, { factsBus });
const broker = createBroker(runtime, Object.values({ ...backends, ...gateway }));
runUntilStopped(runtime.logger, async () => {
  await broker.stop();
  await runtime.close();
  await store.stop();
});
await broker.start();
// On a terminal the addresses come last: log messages of the first events would scroll them away.
if (process.stdout.isTTY) await settled({ runtime, databases: backendNames }, SETTLING_MS);
announce(env, { processes: null, store: store.kind });
