import { walletToppedUp } from "#libs/contracts/wallet/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { createBroker } from "#libs/platform/broker/create-broker.ts";
import { webhookService } from "#services/webhook/webhook.service.ts";
import { createTestRuntime } from "../support/runtime.ts";
import { LOOPBACK } from "./fixture.ts";

// Runs the webhook service in a process of its own on the database of a test. It publishes one event, and the process is killed
// at a fault point: `doomed-process.ts <database prefix> <fault point>`.
const [, , databasePrefix = "", point = ""] = process.argv;
const runtime = createTestRuntime({ databasePrefix, configOverrides: new Map([LOOPBACK]) });
runtime.faults.arm({ point, mode: "kill" });
const broker = createBroker(runtime, [webhookService]);
await broker.start();
const payload = { topupId: uuid(), userId: uuid(), amount: "5.00", currency: "EUR" };
const at = runtime.clock.now().toISOString();
await runtime.stream.publish({ id: uuid(), event: walletToppedUp.name, at, payload, requestId: null, source: "wallet" });
