import type { Clock } from "#libs/kernel/clock.ts";

/** Values that vanish at an instant. The map is bounded, because expired values are removed when it grows. */
export interface ExpiringMap<T> {
  get(key: string): T | undefined;
  /** Instant at which a key vanishes, in epoch milliseconds. */
  expiryOf(key: string): number | undefined;
  set(key: string, value: T, expiresAt: number): void;
  delete(key: string): void;
  readonly size: number;
}

const SWEEP_FROM = 1_000;

export function expiringMap<T>(clock: Clock): ExpiringMap<T> {
  const entries = new Map<string, { value: T; expiresAt: number }>();
  let sweepAt = SWEEP_FROM;

  const alive = (key: string) => {
    const entry = entries.get(key);
    return entry && entry.expiresAt > clock.now().getTime() ? entry : undefined;
  };

  const sweep = () => {
    const now = clock.now().getTime();
    for (const [key, { expiresAt }] of entries) if (expiresAt <= now) entries.delete(key);
    sweepAt = Math.max(SWEEP_FROM, entries.size * 2);
  };

  return {
    get: (key) => alive(key)?.value,
    expiryOf: (key) => alive(key)?.expiresAt,
    set(key, value, expiresAt) {
      entries.set(key, { value, expiresAt });
      if (entries.size >= sweepAt) sweep();
    },
    delete: (key) => void entries.delete(key),
    get size() {
      return entries.size;
    },
  };
}
