import { pino } from "pino";
import { gatewayPort, gatewayService } from "#gateway/gateway.service.ts";
import { createBroker } from "#libs/broker/create-broker.ts";
import { createRuntime } from "#libs/runtime/create-runtime.ts";
import { testEnv } from "#test/support/runtime.ts";
import { feedContracts } from "./feed.ts";

// A gateway of the feed in a process of its own: `gateway-process.ts <nats url> <namespace>`; tells its port.
const [, , nats = "", namespace = ""] = process.argv;
const runtime = createRuntime(testEnv({ natsServers: [nats], namespace }), { logger: pino({ level: "silent" }) });
const broker = createBroker(runtime, [(lent) => gatewayService(lent, { contracts: feedContracts })]);
await broker.start();
process.send?.({ port: gatewayPort(broker) });
