import { type Clock, SECOND } from "#libs/kernel/clock.ts";
import type { Cache, CounterStore, QuotaCounter, RateCounter, Replay, ReplayStore } from "./counter-store.ts";
import { expiringMap } from "./expiring-map.ts";

/** Counters of one process; they follow the given clock. */
export function memoryCounters({ clock }: { readonly clock: Clock }): CounterStore {
  return {
    rates: memoryRates(clock),
    quotas: memoryQuotas(clock),
    replays: memoryReplays(clock),
    cache: memoryCache(clock),
    usedMemory: async () => null,
    ping: async () => true,
    close: async () => undefined,
  };
}

/** Windows of one process. */
export function memoryRates(clock: Clock): RateCounter {
  const windows = expiringMap<number>(clock);
  return {
    async hit(key, limit, windowSeconds) {
      const now = clock.now().getTime();
      const endsAt = windows.expiryOf(key) ?? now + windowSeconds * SECOND;
      const hits = (windows.get(key) ?? 0) + 1;
      windows.set(key, hits, endsAt);
      return { allowed: hits <= limit, left: Math.max(0, limit - hits), resetMs: endsAt - now };
    },
  };
}

function memoryQuotas(clock: Clock): QuotaCounter {
  const counts = expiringMap<number>(clock);
  return {
    async take(slots, expiresAt) {
      for (const { key, recount } of slots) {
        if (counts.get(key) !== undefined) continue;
        const known = await recount();
        // Another caller may have counted meanwhile; that count is newer.
        if (counts.get(key) === undefined) counts.set(key, known, expiresAt.getTime());
      }
      const exhausted = slots.findIndex(({ key, limit }) => (counts.get(key) ?? 0) >= limit);
      if (exhausted >= 0) return exhausted;
      for (const { key } of slots) counts.set(key, (counts.get(key) ?? 0) + 1, expiresAt.getTime());
      return null;
    },
    async giveBack(slots) {
      for (const { key } of slots) {
        const count = counts.get(key) ?? 0;
        const expiresAt = counts.expiryOf(key);
        if (count > 0 && expiresAt !== undefined) counts.set(key, count - 1, expiresAt);
      }
    },
  };
}

/** Replays of one process. */
export function memoryReplays(clock: Clock): ReplayStore & { knows(key: string): boolean } {
  const replays = expiringMap<Exclude<Replay, { state: "fresh" }>>(clock);
  const after = (seconds: number) => clock.now().getTime() + seconds * SECOND;
  return {
    knows: (key) => replays.get(key) !== undefined,
    async begin(key, fingerprint, runningSeconds) {
      const known = replays.get(key);
      if (known) return known;
      replays.set(key, { state: "running", fingerprint }, after(runningSeconds));
      return { state: "fresh" };
    },
    async finish(key, fingerprint, { status, body }, keepSeconds) {
      replays.set(key, { state: "answered", fingerprint, status, body }, after(keepSeconds));
    },
    abandon: async (key) => replays.delete(key),
  };
}

/** The cache of one process. */
export function memoryCache(clock: Clock): Cache {
  const entries = expiringMap<string>(clock);
  return {
    get: async (key) => entries.get(key) ?? null,
    put: async (key, text, keepSeconds) => entries.set(key, text, clock.now().getTime() + keepSeconds * SECOND),
  };
}
