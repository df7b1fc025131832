import type { Logger } from "pino";
import type { Clock } from "#libs/kernel/clock.ts";
import { withDeadline } from "#libs/kernel/with-deadline.ts";
import type { ProviderSlot } from "#libs/policies/provider-slots.ts";
import { failureOf, ProviderFailure } from "./provider-failure.ts";

const FAILURES_TO_OPEN = 5;
export const CIRCUIT_OPEN_MS = 30_000;

interface CircuitBreakerOptions {
  readonly slot: ProviderSlot;
  readonly clock: Clock;
  /** Milliseconds that one call may take. */
  readonly timeoutMs: number;
  /** Where an outage is a warning. */
  readonly logger?: Pick<Logger, "warn"> | undefined;
}

export interface CircuitBreaker {
  /** Calls the provider. Throws ProviderFailure only. */
  run<T>(call: () => Promise<T>): Promise<T>;
  /** Outages in a row; 0 since the provider last answered. */
  outages(): number;
}

/**
 * Limits the time of each call to a provider. After five outages in a row the circuit is open, and calls fail at once with OPEN for thirty
 * seconds. Then one call tries the provider, and its outcome closes the circuit or opens it again.
 */
export function circuitBreaker({ slot, clock, timeoutMs, logger }: CircuitBreakerOptions): CircuitBreaker {
  let failures = 0;
  let openUntil = 0;

  const run: CircuitBreaker["run"] = async (call) => {
    if (failures >= FAILURES_TO_OPEN) {
      const now = clock.now().getTime();
      if (now < openUntil) throw new ProviderFailure(slot, "OPEN");
      // While this call tries the provider, the circuit stays open for all others.
      openUntil = now + CIRCUIT_OPEN_MS;
    }
    try {
      const answer = await withDeadline(call(), timeoutMs, () => {
        throw new ProviderFailure(slot, "TIMEOUT");
      });
      failures = 0;
      return answer;
    } catch (error) {
      const failure = failureOf(slot, error);
      failures = failure.isOutage ? failures + 1 : 0;
      if (failures >= FAILURES_TO_OPEN) openUntil = clock.now().getTime() + CIRCUIT_OPEN_MS;
      if (failure.isOutage)
        logger?.warn({ slot, outages: failures, failure: failure.message }, "provider call failed; it may be tried again");
      throw failure;
    }
  };
  return { run, outages: () => failures };
}
