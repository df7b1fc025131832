import { createPrivateKey } from "node:crypto";
import { pino } from "pino";
import { createBroker } from "#libs/platform/broker/create-broker.ts";
import { createRuntime } from "#libs/platform/runtime/create-runtime.ts";
import { testEnv } from "../support/runtime.ts";
import { accountStub, fixtureService, newStubState, slowService } from "./fixture.ts";

// Stub services in a process of their own: `replica-process.ts <nats url> <namespace> <key as PEM> <service>…`
const [, , nats = "", namespace = "", pem = "", ...names] = process.argv;
const state = newStubState();
state.keys.set("k1", createPrivateKey(pem));
const runtime = createRuntime(testEnv({ natsServers: [nats], namespace }), { logger: pino({ level: "silent" }) });
const stubs = { fixture: fixtureService(state), slow: slowService(state), account: accountStub(state) };
const broker = createBroker(
  runtime,
  Object.entries(stubs).flatMap(([name, schema]) => (names.includes(name) ? [() => schema] : [])),
);
await broker.start();
process.send?.("ready");
