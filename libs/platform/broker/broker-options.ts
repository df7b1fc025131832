import type { BrokerOptions, Middleware, ServiceBroker } from "moleculer";
import { callerSeals } from "#libs/contract-kit/caller.ts";
import { setCallerSeals, setProofRule } from "#libs/contract-kit/implement.ts";
import { AppErrorRegenerator } from "#libs/errors/app-error.ts";
import { type BusIdentity, nodeIdOf } from "#libs/platform/bus/bus-identity.ts";
import { sealKeysOf } from "#libs/platform/bus/seal-keys.ts";
import { configSync } from "#libs/platform/config/config-sync.ts";
import { settingsGuard } from "#libs/platform/config/require-settings.ts";
import { durableMiddleware } from "#libs/platform/events/durable-middleware.ts";
import { jobsMiddleware } from "#libs/platform/jobs/jobs-middleware.ts";
import { storeUnavailableMiddleware } from "#libs/platform/mongo/store-unavailable.ts";
import { callFigures } from "#libs/platform/operations/call-figures.ts";
import { operationsMiddleware } from "#libs/platform/operations/operations.ts";
import { tracingMiddleware } from "#libs/platform/operations/tracing.ts";
import { proofRule } from "#libs/platform/runtime/proof-rule.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import { setRuntime } from "#libs/platform/service/loadable.ts";
import { brokerLog } from "./broker-log.ts";
import { busWatch } from "./bus-watch.ts";
import { NamedTransporter, type TransporterEvents } from "./named-transporter.ts";
import { refusalLog } from "./refusal-log.ts";

/** Exit code of a process whose configuration does not allow it to work. */
const MISCONFIGURED = 2;

/**
 * The options of every broker. These are always on: deadlines, queue groups, restored errors, no wait for a silent bus, 503 while the store
 * is away, durable events, jobs and live settings.
 */
export function brokerOptions(runtime: Runtime, middlewares: readonly Middleware[] = []): BrokerOptions {
  const watch = busWatch();
  return {
    ...networkOptions(runtime.env.namespace, runtime.bus, { ...busEvents(runtime), onAvailable: watch.onAvailable }),
    logger: {
      type: "Pino",
      options: { createLogger: (_level: string, bindings: { mod: string }) => brokerLog(runtime.logger, bindings.mod) },
    },
    errorRegenerator: new AppErrorRegenerator(),
    created(broker: ServiceBroker) {
      setCallerSeals(callerSeals(sealKeysOf(runtime)));
      setProofRule(proofRule(runtime));
      setRuntime(broker, runtime);
    },
    middlewares: [
      tracingMiddleware(runtime),
      operationsMiddleware(runtime, { isBusAvailable: watch.isAvailable }),
      watch.middleware,
      storeUnavailableMiddleware(),
      callFigures(runtime.metrics),
      settingsGuard(runtime),
      durableMiddleware({ ...runtime, onApplied: delayFigure(runtime) }),
      jobsMiddleware({ runner: runtime.jobs }),
      configSync(runtime),
      ...middlewares,
    ],
  };
}

/** Measures the time from an event to its effect. */
function delayFigure({ clock, metrics }: Pick<Runtime, "clock" | "metrics">) {
  return (group: string, at: string) => {
    const seconds = (clock.now().getTime() - Date.parse(at)) / 1_000;
    metrics.factDelay.observe({ group }, Math.max(0, seconds));
  };
}

/** Counts and logs packets that are dropped. */
export function refusalWatch({ logger, metrics }: Pick<Runtime, "logger" | "metrics">): TransporterEvents["onRefused"] {
  metrics.register(["busPacketsRefused"]);
  const logRefusal = refusalLog(logger);
  return (reason, subject) => {
    metrics.busPacketsRefused.inc({ reason });
    logRefusal(reason, subject);
  };
}

function busEvents(runtime: Pick<Runtime, "logger" | "metrics">): Pick<TransporterEvents, "onRefused" | "onForbidden"> {
  return {
    onRefused: refusalWatch(runtime),
    onForbidden(subject) {
      runtime.logger.fatal({ subject }, "the bus refuses a subscription of this process; its key belongs to another process or release");
      process.exit(MISCONFIGURED);
    },
  };
}

const UNWATCHED: TransporterEvents = { onRefused: () => undefined, onForbidden: () => undefined, onAvailable: () => undefined };

/**
 * The options that must be equal on all nodes of a system. Without a bus everything runs in one process. Over NATS each action is a queue
 * group, so a dead replica gets no more calls from the moment its connection closes.
 */
export function networkOptions(namespace: string, bus: BusIdentity | null, events: TransporterEvents = UNWATCHED): BrokerOptions {
  return {
    namespace,
    ...(bus && { nodeID: nodeIdOf(bus), transporter: new NamedTransporter(bus, events) }),
    disableBalancer: bus !== null,
    // Only an operator's console calls the services of a node about itself.
    internalServices: false,
    serializer: "JSON",
    requestTimeout: 5_000,
    maxCallLevel: 20,
    heartbeatInterval: 5,
    heartbeatTimeout: 15,
    contextParamsCloning: false,
    validator: false,
    tracking: { enabled: true, shutdownTimeout: 8_000 },
    // For each action. A longer queue would hold calls for longer than their callers wait.
    bulkhead: { enabled: true, concurrency: 64, maxQueueSize: 128 },
    metrics: { enabled: false },
    tracing: { enabled: false },
    replOptions: null,
  };
}
