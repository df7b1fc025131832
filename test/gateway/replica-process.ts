import { createPrivateKey } from "node:crypto";
import { pino } from "pino";
import { createBroker } from "#libs/broker/create-broker.ts";
import { createRuntime } from "#libs/runtime/create-runtime.ts";
import { testEnv } from "#test/support/runtime.ts";
import { accountStandIn, fixtureService, newScene, slowService } from "./fixture.ts";

// Stand-in services in a process of their own: `replica-process.ts <nats url> <namespace> <key as PEM> <service>…`
const [, , nats = "", namespace = "", pem = "", ...names] = process.argv;
const scene = newScene();
scene.keys.set("k1", createPrivateKey(pem));
const runtime = createRuntime(testEnv({ natsServers: [nats], namespace }), { logger: pino({ level: "silent" }) });
const known = { fixture: fixtureService(scene), slow: slowService(scene), account: accountStandIn(scene) };
const broker = createBroker(
  runtime,
  Object.entries(known).flatMap(([name, schema]) => (names.includes(name) ? [() => schema] : [])),
);
await broker.start();
process.send?.("ready");
