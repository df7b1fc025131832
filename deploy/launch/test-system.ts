import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gatewayService } from "#gateway/gateway.service.ts";
import { shiftableClock } from "#libs/kernel/clock.ts";
import { createBroker } from "#libs/platform/broker/create-broker.ts";
import { armableFaults } from "#libs/platform/faults/fault-points.ts";
import { createRuntime } from "#libs/platform/runtime/create-runtime.ts";
import type { ServiceFactory } from "#libs/platform/service/loadable.ts";
import { addressOf } from "./announce.ts";
import { chooseStore } from "./choose-store.ts";
import { envOrExit } from "./env-or-exit.ts";
import { hookedSystem } from "./hooked-system.ts";
import { withTestDefaults } from "./local-defaults.ts";
import { runUntilStopped } from "./run-until-stopped.ts";
import { loadBackends } from "./services.ts";
import { answerHook } from "./test-hooks.ts";

// The whole system in one process, in memory, with the hooks under /__test__/. Never in production.
const given = withTestDefaults(envOrExit(null, { DATA_DIR: scratchFolder(), ...process.env, TEST_HOOKS: "1" }));
const store = await chooseStore({ production: given.production, url: given.mongoUrl, dataDir: null });
const clock = shiftableClock();
const faults = armableFaults();
const base = createRuntime({ ...given, mongoUrl: store.url, natsServers: [] }, { clock, faults });
const runtime = { ...base, clock, faults };
const gateway: ServiceFactory = (lent) =>
  gatewayService(lent, { intercept: (request, response) => answerHook(system, request, response), metricsOnMainPort: true });
const system = hookedSystem(runtime, await loadBackends(), (factories) => createBroker(runtime, factories), gateway);
runUntilStopped(runtime.logger, async () => {
  await system.broker.stop();
  await base.close();
  await store.stop();
});
await system.broker.start();
console.error(`ready: ${addressOf(given)}/api/v1`);

/** A folder for mails and exports, deleted when the process ends. */
function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "test-system-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
