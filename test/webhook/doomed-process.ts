import { createBroker } from "#libs/broker/create-broker.ts";
import { walletToppedUp } from "#libs/contracts/wallet.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { webhookService } from "#services/webhook/webhook.service.ts";
import { createTestRuntime } from "#test/support/runtime.ts";
import { LOOPBACK } from "./fixture.ts";

// The webhook service in a process of its own, over the database of a test. It gets one event and dies, as by a power cut, at
// the point it is told: `doomed-process.ts <database prefix> <fault point>`.
const [, , databasePrefix = "", point = ""] = process.argv;
const runtime = createTestRuntime({ databasePrefix, configOverrides: new Map([LOOPBACK]) });
runtime.faults.arm({ point, mode: "kill" });
const broker = createBroker(runtime, [webhookService]);
await broker.start();
const payload = { topupId: uuid(), userId: uuid(), amount: "5.00", currency: "EUR" };
const at = runtime.clock.now().toISOString();
await runtime.stream.publish({ id: uuid(), event: walletToppedUp.name, at, payload, requestId: null, source: "test" });
