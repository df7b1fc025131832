import type { WorkClass } from "#libs/contract-kit/work-class.ts";
import { after, elapsedMs } from "#libs/kernel/timers.ts";
import { overloaded } from "../response/overloaded.ts";

interface ClassLimits {
  /** Limit of requests in flight at the start, and again when the load is over. */
  readonly startCap: number;
  /** Target for the 95th percentile of the response time, in milliseconds. Null: the limit never changes. */
  readonly p95Ms: number | null;
  /** Event loop lag in milliseconds above which the class is refused. */
  readonly mostLagMs: number;
}

/**
 * Under load, money requests are refused last and page views first. Slow requests have a limit of their own, so they cannot block the
 * others.
 */
const CLASS_LIMITS: Readonly<Record<WorkClass, ClassLimits>> = {
  money: { startCap: 128, p95Ms: 1_000, mostLagMs: 1_000 },
  normal: { startCap: 128, p95Ms: 500, mostLagMs: 500 },
  track: { startCap: 64, p95Ms: 250, mostLagMs: 200 },
  slow: { startCap: 16, p95Ms: null, mostLagMs: 500 },
};

const MIN_CAP = 8;
const MAX_CAP = 512;
const GROWTH = 8;
const SHRINKAGE = 0.8;
/** With fewer samples the 95th percentile is meaningless. */
const MIN_SAMPLES = 20;
/** Maximum time that a request waits for a free slot, in milliseconds. */
const WAIT_MS = 250;
/** Interval at which the limits adapt to the load, in milliseconds. */
export const ADAPT_MS = 250;

export interface ClassState {
  readonly inFlight: number;
  readonly waiting: number;
  readonly cap: number;
}

/** Limits concurrent requests per class of work. An overload is refused at once, and the cheapest class to lose goes first. */
export interface Admission {
  /** Throws error.overloaded when the class is full. Called early, so that a refusal costs little. */
  requireRoom(workClass: WorkClass): void;
  /** Runs work once its class has a free slot, after at most a short wait. Throws error.overloaded otherwise. */
  run<T>(workClass: WorkClass, work: () => Promise<T>): Promise<T>;
  /** Adapts the limits to the measurements since the last call. Called every {@link ADAPT_MS}. @param lagMs lag of the event loop */
  adapt(lagMs: number): void;
  state(workClass: WorkClass): ClassState;
}

/** @param onShed called for each refused request; @param random from 0 to 1 */
export function admission(onShed: (workClass: WorkClass) => void, random: () => number): Admission {
  const limiters = new Map(Object.entries(CLASS_LIMITS).map(([name, limits]) => [name as WorkClass, limiterOf(limits)]));
  const limiter = (workClass: WorkClass) => limiters.get(workClass) as Limiter;
  const refused = (workClass: WorkClass) => {
    onShed(workClass);
    return overloaded(random);
  };
  return {
    requireRoom(workClass) {
      if (limiter(workClass).isFull()) throw refused(workClass);
    },
    async run(workClass, work) {
      const leave = await limiter(workClass).enter();
      if (!leave) throw refused(workClass);
      try {
        return await work().catch((error: unknown) => {
          if (error instanceof Error && error.name === "QueueIsFullError") limiter(workClass).noteFullQueue();
          throw error;
        });
      } finally {
        leave();
      }
    },
    adapt(lagMs) {
      for (const each of limiters.values()) each.adapt(lagMs);
    },
    state: (workClass) => limiter(workClass).state(),
  };
}

interface Limiter {
  /** Whether the queue is full as well. */
  isFull(): boolean;
  /** Resolves to the function that frees the slot, or to null when no slot became free in time. */
  enter(): Promise<(() => void) | null>;
  noteFullQueue(): void;
  adapt(lagMs: number): void;
  state(): ClassState;
}

function limiterOf({ startCap, p95Ms, mostLagMs }: ClassLimits): Limiter {
  let cap = startCap;
  let inFlight = 0;
  let peak = 0;
  let lags = false;
  let laggedBefore = false;
  let queueWasFull = false;
  let durations: number[] = [];
  const waiting: (() => void)[] = [];

  const admit = () => {
    inFlight += 1;
    peak = Math.max(peak, inFlight);
    const startedAt = elapsedMs();
    return () => {
      inFlight -= 1;
      durations.push(elapsedMs() - startedAt);
      if (inFlight < cap) waiting.shift()?.();
    };
  };
  const waitForTurn = () =>
    new Promise<boolean>((resolve) => {
      const begin = () => {
        cancel();
        resolve(true);
      };
      const cancel = after(WAIT_MS, () => {
        waiting.splice(waiting.indexOf(begin), 1);
        resolve(false);
      });
      waiting.push(begin);
    });

  const isFull = () => lags || (inFlight >= cap && waiting.length >= cap);

  return {
    isFull,
    async enter() {
      if (isFull()) return null;
      if (inFlight < cap) return admit();
      return (await waitForTurn()) ? admit() : null;
    },
    noteFullQueue() {
      queueWasFull = true;
    },
    adapt(lagMs) {
      // One long step, such as a start or a garbage collection, is no overload. Only two lags in a row count.
      lags = lagMs > mostLagMs && laggedBefore;
      laggedBefore = lagMs > mostLagMs;
      if (p95Ms !== null) cap = nextCap({ cap, startCap, peak, queueWasFull, p95: percentile95(durations), p95Ms });
      durations = [];
      queueWasFull = false;
      peak = inFlight;
    },
    state: () => ({ inFlight, waiting: waiting.length, cap }),
  };
}

interface Measured {
  readonly cap: number;
  readonly startCap: number;
  readonly peak: number;
  readonly queueWasFull: boolean;
  /** Milliseconds; null when there are too few samples. */
  readonly p95: number | null;
  readonly p95Ms: number;
}

function nextCap({ cap, startCap, peak, queueWasFull, p95, p95Ms }: Measured): number {
  if (queueWasFull || (p95 !== null && p95 > p95Ms)) return Math.max(MIN_CAP, Math.floor(cap * SHRINKAGE));
  if (peak >= cap) return p95 === null ? cap : Math.min(MAX_CAP, cap + GROWTH);
  // Without load, the limit returns to its start value step by step.
  return cap < startCap ? Math.min(startCap, cap + GROWTH) : Math.max(startCap, cap - GROWTH);
}

function percentile95(samples: readonly number[]): number | null {
  if (samples.length < MIN_SAMPLES) return null;
  return samples.toSorted((one, other) => one - other)[Math.floor(samples.length * 0.95)] ?? null;
}
