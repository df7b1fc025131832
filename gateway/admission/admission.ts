import type { WorkClass } from "#libs/contract-kit/work-class.ts";
import { after, elapsedMs } from "#libs/kernel/timers.ts";
import { overloaded } from "../response/overloaded.ts";

interface ClassLimits {
  /** Requests in flight at the start, and again when the load is over. */
  readonly startCap: number;
  /** Milliseconds within which 95 of 100 requests should be answered; null: the cap never changes. */
  readonly p95Ms: number | null;
  /** Milliseconds by which the event loop may lag before the class is refused. */
  readonly mostLagMs: number;
}

/** Money keeps moving longest, visits give way first. What waits for something slow must not take the place of the rest. */
const CLASS_LIMITS: Readonly<Record<WorkClass, ClassLimits>> = {
  money: { startCap: 128, p95Ms: 1_000, mostLagMs: 1_000 },
  normal: { startCap: 128, p95Ms: 500, mostLagMs: 500 },
  track: { startCap: 64, p95Ms: 250, mostLagMs: 200 },
  slow: { startCap: 16, p95Ms: null, mostLagMs: 500 },
};

const LEAST_CAP = 8;
const MOST_CAP = 512;
const GROWTH = 8;
const SHRINKAGE = 0.8;
/** Fewer say nothing about the 95th percentile. */
const LEAST_SAMPLES = 20;
/** Longest time that a request waits for its turn, in milliseconds. */
const WAIT_MS = 250;
/** How often the caps follow the load, in milliseconds. */
export const ADAPT_MS = 250;

export interface ClassState {
  readonly inFlight: number;
  readonly waiting: number;
  readonly cap: number;
}

/** Admits requests by the class of their work, so that an overload is refused at once and least where it costs most. */
export interface Admission {
  /** Throws error.overloaded when work of the class would be refused now: so a refusal costs less than the work before it. */
  requireRoom(workClass: WorkClass): void;
  /** Runs work when there is room for its class, after a short wait at most. Throws error.overloaded otherwise. */
  run<T>(workClass: WorkClass, work: () => Promise<T>): Promise<T>;
  /** Lets the caps follow what was measured since the last time. Called every {@link ADAPT_MS}. @param lagMs lag of the event loop */
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
  /** Whether nobody may even wait. */
  isFull(): boolean;
  /** Resolves to the function that makes room again, or to null when there was no room in time. */
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
      // A single long step, such as a start or a collection of garbage, is no overload.
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
  /** Milliseconds; null when too few requests were answered to say anything. */
  readonly p95: number | null;
  readonly p95Ms: number;
}

function nextCap({ cap, startCap, peak, queueWasFull, p95, p95Ms }: Measured): number {
  if (queueWasFull || (p95 !== null && p95 > p95Ms)) return Math.max(LEAST_CAP, Math.floor(cap * SHRINKAGE));
  if (peak >= cap) return p95 === null ? cap : Math.min(MOST_CAP, cap + GROWTH);
  // Without load back to the start, step by step.
  return cap < startCap ? Math.min(startCap, cap + GROWTH) : Math.max(startCap, cap - GROWTH);
}

function percentile95(samples: readonly number[]): number | null {
  if (samples.length < LEAST_SAMPLES) return null;
  return samples.toSorted((one, other) => one - other)[Math.floor(samples.length * 0.95)] ?? null;
}
