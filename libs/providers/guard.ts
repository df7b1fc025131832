import type { Clock } from "#libs/kernel/clock.ts";
import type { ProviderSlot } from "./catalogue.ts";
import { failureOf, ProviderFailure } from "./provider-failure.ts";

/** A function of a port. */
export type Method = (...args: never[]) => Promise<unknown>;

/** Failures in a row after which a provider is left alone, and for how long, in milliseconds. */
const FAILURES_TO_OPEN = 5;
const LEFT_ALONE_MS = 30_000;

interface GuardOptions {
  readonly slot: ProviderSlot;
  readonly clock: Clock;
  /** Longest time that one call may take, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * The same port whose calls end in time and throw nothing but {@link ProviderFailure}. A provider that failed five times in
 * a row is not asked for thirty seconds; then one call tries it.
 */
export function guarded<P extends { readonly [K in keyof P]: Method }>(port: P, { slot, clock, timeoutMs }: GuardOptions): P {
  let failures = 0;
  let askAgainAt = 0;

  const protect = async (work: () => Promise<unknown>): Promise<unknown> => {
    if (failures >= FAILURES_TO_OPEN) {
      const now = clock.now().getTime();
      if (now < askAgainAt) throw new ProviderFailure(slot, "OPEN");
      // Others keep waiting while this call finds out.
      askAgainAt = now + LEFT_ALONE_MS;
    }
    try {
      const answer = await inTime(work, slot, timeoutMs);
      failures = 0;
      return answer;
    } catch (error) {
      const failure = failureOf(slot, error);
      failures = failure.isOutage ? failures + 1 : 0;
      if (failures >= FAILURES_TO_OPEN) askAgainAt = clock.now().getTime() + LEFT_ALONE_MS;
      throw failure;
    }
  };

  const methods = Object.entries<Method>(port).map(([name, method]) => [name, (...args: never[]) => protect(() => method(...args))]);
  return Object.fromEntries(methods) as P;
}

async function inTime(work: () => Promise<unknown>, slot: ProviderSlot, timeoutMs: number): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ProviderFailure(slot, "TIMEOUT")), timeoutMs);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
