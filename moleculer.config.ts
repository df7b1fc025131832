import type { BrokerOptions } from "moleculer";
import type { Env } from "#libs/env/env.ts";

/**
 * Broker options of every process; they must be equal on all nodes.
 * Over NATS each action is a queue group, so a dead replica gets no more calls from the moment its connection closes.
 */
export default function brokerOptions(env: Env): BrokerOptions {
  const distributed = env.natsServers.length > 0;
  return {
    namespace: env.namespace,
    transporter: distributed
      ? { type: "NATS", options: { servers: [...env.natsServers], maxReconnectAttempts: -1, reconnectTimeWait: 250 } }
      : null,
    disableBalancer: distributed,
    serializer: "JSON",
    requestTimeout: 5_000,
    maxCallLevel: 20,
    heartbeatInterval: 1,
    heartbeatTimeout: 3,
    contextParamsCloning: false,
    validator: false,
    tracking: { enabled: true, shutdownTimeout: 8_000 },
    bulkhead: { enabled: true, concurrency: 200, maxQueueSize: 2_000 },
    metrics: { enabled: false },
    tracing: { enabled: false },
    replOptions: null,
  };
}
