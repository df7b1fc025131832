import type { Service, ServiceSchema } from "moleculer";
import { factMessage, type PublicFact, publicFacts } from "#libs/contracts/public-facts.ts";
import { refusalWatch } from "#libs/platform/broker/broker-options.ts";
import { emitFact, type FactsBroker, factsBroker } from "#libs/platform/broker/facts-broker.ts";
import type { DurableParts } from "#libs/platform/events/durable-middleware.ts";
import { TransientFailure } from "#libs/platform/events/event-stream.ts";
import { type DurableSubscription, onEveryDelivery } from "#libs/platform/events/on.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import type { BusParts } from "#libs/platform/service/define-service.ts";
import { loadable } from "#libs/platform/service/loadable.ts";

const SERVICE = "facts";

/**
 * Passes public facts on to subscribers outside of the platform: stores each in their stream, then emits it as a Moleculer event. The stream
 * recognizes a second copy by its id, so the service keeps no records of its own.
 */
export function factsService(runtime: Runtime): ServiceSchema & BusParts & DurableParts {
  const { env, bus, factsBus } = runtime;
  const logger = runtime.logger.child({ service: SERVICE });
  const refused = { onRefused: refusalWatch({ ...runtime, logger }) };
  const outside = factsBus ? factsBroker({ namespace: env.namespace, connection: factsBus, logger, ...refused }) : null;
  if (bus && !outside) logger.warn("no key for the subscribers' account; subscribers get no events (npm run keys -- make)");
  let emit: FactsBroker["emit"] = outside ? outside.emit : async () => undefined;
  return {
    name: SERVICE,
    calls: [],
    durable: publicFacts.map((fact) => passOn(runtime, fact, (message) => emit(message))),
    created(this: Service) {
      // In single-process mode the subscribers are services of the same broker.
      if (!bus && !outside) emit = (message) => emitFact(this.broker, message, logger);
    },
    started: async () => outside?.start(),
    stopped: async () => outside?.stop(),
  };
}

function passOn({ clock, stream }: Pick<Runtime, "clock" | "stream">, fact: PublicFact, emit: FactsBroker["emit"]): DurableSubscription {
  const { type, fields, contract } = fact;
  return onEveryDelivery(contract, clock, async (payload, envelope) => {
    const message = factMessage(type, fields, { ...envelope, payload });
    const isNew = await stream.publishFact(message).catch((error: unknown) => {
      throw new TransientFailure(error);
    });
    if (isNew) await emit(message);
  });
}

export default loadable(factsService);
