import type { Middleware, Service } from "moleculer";
import type { Logger } from "pino";
import { isAlone } from "#libs/platform/bus/is-alone.ts";
import type { EventStream } from "./event-stream.ts";
import type { DurableSubscription } from "./on.ts";
import type { Outbox } from "./outbox.ts";

/** The parts of a service schema besides actions. */
export interface DurableParts {
  readonly durable?: readonly DurableSubscription[];
  readonly outbox?: Outbox;
}

interface StreamDeps {
  readonly stream: EventStream;
  readonly logger: Logger;
  /** An event has taken effect. @param at ISO instant at which it was written */
  onApplied?(group: string, at: string): void;
}

/** Connects the `durable` subscriptions and the `outbox` of each service to the stream while the service runs. */
export function durableMiddleware(deps: StreamDeps): Middleware {
  const { stream } = deps;
  const ends = new Map<Service, (() => Promise<void>)[]>();
  const startOutbox = (service: Service) => partsOf(service).outbox?.start(() => isAlone(service.broker, service.name));
  return {
    name: "DurableEvents",
    starting: () => stream.start(),
    async serviceStarted(service) {
      const { durable = [] } = partsOf(service);
      ends.set(service, await Promise.all(durable.map((subscription) => attach(deps, service.name, subscription))));
      if (service.broker.started) await startOutbox(service);
    },
    // An outbox queries other services when it starts; from here on those of the same process can answer.
    async started(broker) {
      await Promise.all(broker.services.map(startOutbox));
    },
    async serviceStopping(service) {
      const unsubscribe = ends.get(service) ?? [];
      ends.delete(service);
      await Promise.all(unsubscribe.map((end) => end()));
      await partsOf(service).outbox?.stop();
    },
    stopped: () => stream.stop(),
  };
}

function partsOf(service: Service): DurableParts {
  return service.schema as DurableParts;
}

function attach({ stream, logger, onApplied }: StreamDeps, group: string, subscription: DurableSubscription): Promise<() => Promise<void>> {
  const { event, delivery, apply } = subscription;
  return stream.subscribe({ ...delivery, group, event }, async (envelope) => {
    const { id: eventId, requestId } = envelope;
    if (!(await apply(group, envelope))) return;
    onApplied?.(group, envelope.at);
    logger.info({ service: group, event, eventId, requestId }, "event applied");
  });
}
