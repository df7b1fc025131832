import { pino } from "pino";
import { gatewayPort, gatewayService } from "#gateway/gateway.service.ts";
import { createBroker } from "#libs/platform/broker/create-broker.ts";
import { createRuntime } from "#libs/platform/runtime/create-runtime.ts";
import { testEnv } from "../support/runtime.ts";
import { feedContracts } from "./feed.ts";

// A gateway with the feed in a process of its own: `gateway-process.ts <nats url> <namespace>`. It sends its port to its parent.
const [, , nats = "", namespace = ""] = process.argv;
const runtime = createRuntime(testEnv({ natsServers: [nats], namespace }), { logger: pino({ level: "silent" }) });
const broker = createBroker(runtime, [(brokerRuntime) => gatewayService(brokerRuntime, { contracts: feedContracts })]);
await broker.start();
process.send?.({ port: gatewayPort(broker) });
