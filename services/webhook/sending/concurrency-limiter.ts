import type { ConfigReader } from "#libs/platform/config/reader.ts";

/** Limits the parallel attempts of this process, per endpoint and in total, so that a slow receiver delays no other one. */
interface ConcurrencyLimiter {
  /** False when a limit is reached. */
  tryAcquire(endpointId: string): boolean;
  release(endpointId: string): void;
}

export function concurrencyLimiter({ config }: { readonly config: ConfigReader }): ConcurrencyLimiter {
  const runningOf = new Map<string, number>();
  let running = 0;
  return {
    tryAcquire(endpointId) {
      const own = runningOf.get(endpointId) ?? 0;
      if (running >= config.read("webhook.concurrency") || own >= config.read("webhook.endpoint_concurrency")) return false;
      runningOf.set(endpointId, own + 1);
      running += 1;
      return true;
    },
    release(endpointId) {
      const own = runningOf.get(endpointId) ?? 0;
      if (own > 1) runningOf.set(endpointId, own - 1);
      else runningOf.delete(endpointId);
      running -= 1;
    },
  };
}
