import { flushCompileCache } from "node:module";
import "./source-stacks.ts";
import { createBroker } from "#libs/platform/broker/create-broker.ts";
import { processLogger } from "#libs/platform/log/process-logger.ts";
import { createRuntime } from "#libs/platform/runtime/create-runtime.ts";
import { envOrExit } from "./env-or-exit.ts";
import { withLocalDefaults } from "./local-defaults.ts";
import { letsAnybodyIn, whyKeysDoNotFit } from "./open-bus.ts";
import { portsOrExit } from "./ports-or-exit.ts";
import { runUntilStopped } from "./run-until-stopped.ts";
import { isProcessName, loadProcess, processes } from "./services.ts";
import { withStoreUsers } from "./with-store-users.ts";

// One service in a process of its own, over NATS: `node deploy/launch/service.ts messaging`.
const [, , name = ""] = process.argv;
if (!isProcessName(name)) {
  console.error(`usage: service.ts ${Object.keys(processes).join("|")}`);
  process.exit(2);
}
const given = withLocalDefaults(envOrExit(name));
if (given.natsServers.length === 0) {
  console.error("NATS_URL is required: a service in a process of its own reaches the others over NATS");
  process.exit(2);
}
const misfit = whyKeysDoNotFit(given, name);
if (misfit) {
  console.error(misfit);
  process.exit(2);
}
if (given.production && (await letsAnybodyIn(given))) {
  console.error("NATS_URL: the bus lets anybody in; start it with the nats.conf of `npm run keys -- make`");
  process.exit(2);
}
const env = withStoreUsers(await portsOrExit(given, name === "gateway"));
const runtime = createRuntime(env, { logger: processLogger(env, { service: name }), process: name });
const broker = createBroker(runtime, Object.values(await loadProcess(name)));
const stop = async () => {
  await broker.stop();
  await runtime.close();
};
runUntilStopped(runtime.logger, stop, { exit: process.connected ? exitAtOnce : process.exit });
await broker.start();
runtime.logger.info({ pid: process.pid }, `${name} is running`);
process.on("message", () => {
  flushCompileCache();
  process.send?.({ stored: name });
});
process.send?.({ ready: name });

/**
 * How a cluster process ends; its exit code is not read. A regular exit writes the compile cache, and eleven processes that do so at once
 * take ten seconds.
 */
function exitAtOnce(): void {
  process.kill(process.pid, "SIGKILL");
}
