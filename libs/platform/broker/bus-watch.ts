import { type ActionHandler, Errors, type Middleware, type Service } from "moleculer";

/** Whether the bus answers, as the transporter reports it. */
export interface BusWatch {
  readonly middleware: Middleware;
  onAvailable(available: boolean): void;
  isAvailable(): boolean;
}

/**
 * Ends remote calls when the bus is gone or silent. Calls under way reject with RequestTimeoutError, because an answer that was sent
 * meanwhile is lost. Until the bus is back, further calls reject with ServiceNotAvailableError without being sent.
 */
export function busWatch(): BusWatch {
  const waiting = new Set<() => void>();
  let available = true;
  const middleware: Middleware = {
    name: "BusWatch",
    remoteAction(next: ActionHandler<Service>, { name: action }): ActionHandler<Service> {
      return async function (context) {
        const about = { action, nodeID: context.nodeID ?? "" };
        if (!available) throw new Errors.ServiceNotAvailableError(about);
        let abort = () => undefined as void;
        const silence = new Promise<never>((_, reject) => {
          abort = () => reject(new Errors.RequestTimeoutError(about));
        });
        waiting.add(abort);
        try {
          return await Promise.race([next.call(this, context), silence]);
        } finally {
          waiting.delete(abort);
        }
      };
    },
  };
  return {
    middleware,
    isAvailable: () => available,
    onAvailable(now) {
      available = now;
      if (!now) for (const abort of waiting) abort();
    },
  };
}
