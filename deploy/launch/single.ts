import { createBroker } from "#libs/broker/create-broker.ts";
import { readEnv } from "#libs/env/read-env.ts";
import { createRuntime } from "#libs/runtime/create-runtime.ts";
import { chooseStore } from "./choose-store.ts";
import { runUntilStopped } from "./run-until-stopped.ts";
import { processes } from "./services.ts";

// The whole system in one process, with nothing installed beside Node.
const env = readEnv();
const store = await chooseStore({ production: env.production, url: env.mongoUrl, dataDir: env.dataDir });
const runtime = createRuntime({ ...env, mongoUrl: store.url, natsServers: [], redisUrl: env.redisUrl });
const broker = createBroker(runtime, Object.values(processes).flat());
runUntilStopped(runtime.logger, async () => {
  await broker.stop();
  await runtime.close();
  await store.stop();
});
await broker.start();
console.error(`ready: http://${env.host}:${env.port}/api/v1`);
