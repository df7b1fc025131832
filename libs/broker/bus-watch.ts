import { type ActionHandler, Errors, type Middleware, type Service, type Transporters } from "moleculer";

type Receive = Transporters.Base["receive"];

const TICK_MS = 250;
/** A node hears its own heartbeats, one each second. Counted in ticks, so that a busy process does not take itself for a silent bus. */
const QUIET_TICKS = 9;

/**
 * Ends remote calls when the bus falls silent without closing its connections: who waits for an answer gets RequestTimeoutError
 * after some two seconds, and until something is heard again calls are refused with ServiceNotAvailableError and never sent.
 */
export function busWatchMiddleware(): Middleware {
  const waiting = new Set<() => void>();
  let quietTicks = 0;
  let timer: NodeJS.Timeout | undefined;
  const isSilent = () => quietTicks >= QUIET_TICKS;
  const tick = () => {
    quietTicks += 1;
    if (isSilent()) for (const giveUp of waiting) giveUp();
  };
  // Moleculer's types have this hook return what the function that it wraps returns.
  const receiving: object = {
    transporterReceive: (next: Receive): Receive => {
      return (...packet) => {
        quietTicks = 0;
        return next(...packet);
      };
    },
  };
  return {
    name: "BusWatch",
    async started({ transit }) {
      if (transit) timer = setInterval(tick, TICK_MS).unref();
    },
    stopped: async () => clearInterval(timer),
    ...receiving,
    remoteAction(next: ActionHandler<Service>, { name: action }): ActionHandler<Service> {
      return async function (context) {
        const about = { action, nodeID: context.nodeID ?? "" };
        if (isSilent()) throw new Errors.ServiceNotAvailableError(about);
        let giveUp = () => undefined as void;
        const silence = new Promise<never>((_, reject) => {
          giveUp = () => reject(new Errors.RequestTimeoutError(about));
        });
        waiting.add(giveUp);
        try {
          return await Promise.race([next.call(this, context), silence]);
        } finally {
          waiting.delete(giveUp);
        }
      };
    },
  };
}
