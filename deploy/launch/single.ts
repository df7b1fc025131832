import { createBroker } from "#libs/platform/broker/create-broker.ts";
import { readEnv } from "#libs/platform/env/read-env.ts";
import { createRuntime } from "#libs/platform/runtime/create-runtime.ts";
import { chooseStoreOrExit } from "./choose-store.ts";
import { withLocalDefaults } from "./local-defaults.ts";
import { runUntilStopped } from "./run-until-stopped.ts";
import { loadBackends, loadProcess } from "./services.ts";

// The whole system in one process, with nothing installed beside Node.
const env = withLocalDefaults(readEnv());
const store = await chooseStoreOrExit({ production: env.production, url: env.mongoUrl, dataDir: env.dataDir });
const runtime = createRuntime({ ...env, mongoUrl: store.url, natsServers: [], redisUrl: env.redisUrl });
const broker = createBroker(runtime, Object.values({ ...(await loadBackends()), ...(await loadProcess("gateway")) }));
runUntilStopped(runtime.logger, async () => {
  await broker.stop();
  await runtime.close();
  await store.stop();
});
await broker.start();
console.error(`ready: http://${env.host}:${env.port}/api/v1`);
