import { HOUR, SECOND } from "#libs/kernel/clock.ts";
import { type Random, seededRandom } from "../support/random.ts";
import { NotSimulated } from "./documents.ts";
import { Blocked, type Store, type Txn, writeConflict } from "./store.ts";

export const FAULTS = [
  "crash",
  "write conflict",
  "commit unknown",
  "ack lost",
  "doubled",
  "reordered",
  "wiped",
  "tail lost",
  "durable ahead",
  "clock jump",
] as const;
export type Fault = (typeof FAULTS)[number];

/** A fault is injected in one of this many possible cases, on average. */
const ONE_IN: Readonly<Record<Fault, number>> = {
  crash: 40,
  "write conflict": 25,
  "commit unknown": 8,
  "ack lost": 6,
  doubled: 6,
  reordered: 2,
  wiped: 60,
  "tail lost": 60,
  "durable ahead": 2,
  "clock jump": 40,
};
/** The maximum number of these faults per schedule. */
const AT_MOST: Partial<Record<Fault, number>> = { crash: 2, wiped: 1, "tail lost": 2, "clock jump": 3 };
/**
 * Less than a day, because idempotency keys expire after a day. A jump back must not reach the day before: the counter store's clock has
 * already expired the counters of that day.
 */
const CLOCK_JUMPS_MS = [-HOUR, -5 * SECOND, 5 * SECOND, HOUR, 20 * HOUR];
const MAX_STEPS = 4_000;

/** An operation on a port that the product awaits. */
interface Call {
  readonly replica: number;
  readonly label: string;
  readonly txn: Txn | null;
  readonly run: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** Whether a crash may leave the operation done but unanswered. */
  readonly survivesCrash: boolean;
  blockedBy: Txn | null;
}

interface Timer {
  readonly at: number;
  readonly replica: number | null;
  readonly callback: () => void;
}

/** Possible next steps besides the end of a call. */
export interface Choices {
  /** The number of possible steps. */
  count(): number;
  choose(index: number): void;
}

export class Stuck extends Error {}

const nextTurn = (() => {
  const { setImmediate: native } = globalThis;
  return () => new Promise<void>((resolve) => native(resolve));
})();

/** Time, chance and order: holds the pending work and chooses which part ends next. The seed determines everything. */
export class World {
  readonly random: Random;
  readonly offsets = [0, 0];
  readonly faults = new Map<Fault, number>();
  readonly #enabled = new Set<Fault>();
  readonly choices: Choices[] = [];
  readonly trace: string[] | null;
  calls: Call[] = [];
  steps = 0;
  now = Date.UTC(2026, 0, 5, 12);
  /** The replica whose code runs; null between steps. */
  current: number | null = null;
  #timers: Timer[] = [];
  #ids = 0;
  onCrash: (replica: number) => void = () => {};

  constructor(seed: number, { traced = false }: { readonly traced?: boolean } = {}) {
    this.random = seededRandom(seed);
    this.trace = traced ? [] : null;
    for (const fault of FAULTS) if (this.random.below(2) === 0) this.#enabled.add(fault);
  }

  /** Whether to inject a fault here. */
  strikes(fault: Fault): boolean {
    if (!this.#enabled.has(fault) || this.random.below(ONE_IN[fault]) > 0) return false;
    const before = this.faults.get(fault) ?? 0;
    if (before >= (AT_MOST[fault] ?? Number.POSITIVE_INFINITY)) return false;
    this.faults.set(fault, before + 1);
    this.note(`fault: ${fault}`);
    return true;
  }

  allows(fault: Fault): boolean {
    return this.#enabled.has(fault);
  }

  calmDown(): void {
    this.#enabled.clear();
    this.offsets.fill(0);
  }

  note(text: string): void {
    this.trace?.push(`${this.steps} ${text}`);
  }

  nextId(): number {
    this.#ids += 1;
    return this.#ids;
  }

  clockOf(replica: number): Date {
    return new Date(this.now + (this.offsets[replica] ?? 0));
  }

  /** A call of a port: it ends when the scheduler chooses it. */
  call<T>(replica: number, label: string, run: () => T, txn: Txn | null = null, survivesCrash = true): Promise<T> {
    return new Promise((resolve, reject) => {
      this.calls.push({ replica, label, txn, run, resolve: resolve as never, reject, survivesCrash, blockedBy: null });
    });
  }

  after(milliseconds: number, callback: () => void, replica: number | null = this.current): () => void {
    const timer: Timer = { at: this.now + milliseconds, replica, callback };
    const later = this.#timers.findIndex(({ at }) => at > timer.at);
    this.#timers.splice(later < 0 ? this.#timers.length : later, 0, timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Runs code of a replica until it waits for a port. */
  as(replica: number | null, code: () => void): void {
    this.current = replica;
    code();
  }

  /** Ends one pending operation. Returns false when only time can pass. */
  async step(): Promise<boolean> {
    if (this.steps >= MAX_STEPS) throw new Stuck(`no end after ${MAX_STEPS} steps`);
    const isBlocked = ({ blockedBy }: Call) => blockedBy?.state === "open";
    const runnable = this.calls.some(isBlocked) ? this.calls.filter((call) => !isBlocked(call)) : this.calls;
    const counts = this.choices.map((choices) => choices.count());
    const total = counts.reduce((sum, count) => sum + count, runnable.length);
    if (total === 0) return false;
    this.steps += 1;
    if (this.#timers.length > 0 && this.random.below(50) === 0) this.#passTime();
    else this.#pick(runnable, counts, this.random.below(total));
    await nextTurn();
    this.current = null;
    if (this.strikes("clock jump")) this.offsets[this.random.below(2)] = this.random.pick(CLOCK_JUMPS_MS);
    if (this.strikes("crash")) {
      this.crash(this.random.below(2));
      await nextTurn();
      this.current = null;
    }
    return true;
  }

  /** Lets time pass until the next timer. */
  async pass(): Promise<void> {
    this.steps += 1;
    if (this.steps >= MAX_STEPS) throw new Stuck(`no end after ${MAX_STEPS} steps`);
    if (this.#timers.length === 0) throw new Stuck("nothing can happen any more");
    this.#passTime();
    await nextTurn();
    this.current = null;
  }

  /** Ends a process, including all its code. Its pending operations may or may not take effect. */
  crash(replica: number): void {
    this.note(`replica ${replica} ends`);
    const own = this.calls.filter((call) => call.replica === replica);
    this.calls = this.calls.filter((call) => call.replica !== replica);
    this.#timers = this.#timers.filter((timer) => timer.replica !== replica);
    for (const { survivesCrash, run, txn, label } of own) {
      if (!survivesCrash || this.random.below(2) === 0) continue;
      if (txn && !label.startsWith("commit")) continue;
      try {
        run();
        this.note(`without an answer: ${label}`);
      } catch {
        // Refused; its caller has died.
      }
    }
    this.onCrash(replica);
  }

  #passTime(): void {
    const timer = this.#timers.shift();
    if (!timer) return;
    this.now = Math.max(this.now, timer.at);
    this.note(`time ${this.now}`);
    this.as(timer.replica, timer.callback);
  }

  #pick(runnable: readonly Call[], counts: readonly number[], picked: number): void {
    const call = runnable[picked];
    if (call) {
      this.#end(call);
      return;
    }
    let index = picked - runnable.length;
    for (const [at, choices] of this.choices.entries()) {
      const count = counts[at] ?? 0;
      if (index < count) {
        choices.choose(index);
        return;
      }
      index -= count;
    }
  }

  #end(call: Call): void {
    call.blockedBy = null;
    let outcome: unknown;
    let failed = false;
    try {
      outcome = call.run();
    } catch (error) {
      if (error instanceof Blocked) {
        call.blockedBy = error.by;
        return;
      }
      if (error instanceof NotSimulated) throw error;
      outcome = error;
      failed = true;
    }
    this.calls.splice(this.calls.indexOf(call), 1);
    this.note(`${call.replica} ${call.label}${failed ? `: ${String(outcome)}` : ""}`);
    this.as(call.replica, () => (failed ? call.reject(outcome) : call.resolve(outcome)));
  }

  /** Injects a conflict before a write in a transaction. */
  maybeConflict(store: Store, txn: Txn): void {
    if (txn.state !== "open" || !this.strikes("write conflict")) return;
    store.abort(txn);
    throw writeConflict();
  }
}
