import { createBroker } from "#libs/broker/create-broker.ts";
import { readEnv } from "#libs/env/read-env.ts";
import { createLogger } from "#libs/log/logger.ts";
import { createRuntime } from "#libs/runtime/create-runtime.ts";
import { runUntilStopped } from "./run-until-stopped.ts";
import { isProcessName, processes } from "./services.ts";

// One service in a process of its own, over NATS: `node deploy/launch/service.ts messaging`.
const [, , name = ""] = process.argv;
if (!isProcessName(name)) {
  console.error(`usage: service.ts ${Object.keys(processes).join("|")}`);
  process.exit(2);
}
const env = readEnv();
if (env.natsServers.length === 0) {
  console.error("NATS_URL is required: a service of its own has nobody to talk to without it");
  process.exit(2);
}
const runtime = createRuntime(env, { logger: createLogger(env.logLevel, { service: name }) });
const broker = createBroker(runtime, processes[name]);
runUntilStopped(runtime.logger, async () => {
  await broker.stop();
  await runtime.close();
});
await broker.start();
runtime.logger.info({ pid: process.pid }, `${name} is running`);
process.send?.({ ready: name });
