import { MongoError } from "../values/mongo-error.ts";

/** Working time of a command before it pauses for others. */
const SLICE_MS = 10;
/** Steps between two checks of the clock: fewer when a step takes long, more when it does not. */
const MAX_STEPS_PER_LOOK = 256;
const LOOK_EVERY_MS = 1;

const timeIsOver = (): MongoError => new MongoError(50, "MaxTimeMSExpired", "operation exceeded time limit", { wholeCommand: true });

/** Ends the work of one command at its time limit, or when its client has disconnected. Long loops check it for each document. */
export class Interruption {
  /** In milliseconds since the epoch. */
  deadline = Number.POSITIVE_INFINITY;
  #reason: MongoError | null = null;
  #stepsPerLook = 1;
  #stepsLeft = 1;
  #lookedAt = Date.now();
  #sliceEnd = this.#lookedAt + SLICE_MS;
  readonly #listeners = new Set<() => void>();

  /** Returns whether the work should pause now. Throws MaxTimeMSExpired (50), or the reason of an interruption. */
  step(): boolean {
    if (--this.#stepsLeft > 0) return false;
    const now = Date.now();
    this.#stepsPerLook =
      now - this.#lookedAt > LOOK_EVERY_MS ? Math.ceil(this.#stepsPerLook / 2) : Math.min(this.#stepsPerLook * 2, MAX_STEPS_PER_LOOK);
    this.#stepsLeft = this.#stepsPerLook;
    this.#lookedAt = now;
    this.check(now);
    return now >= this.#sliceEnd;
  }

  check(now = Date.now()): void {
    if (this.#reason) throw this.#reason;
    if (now >= this.deadline) throw timeIsOver();
  }

  interrupt(reason: MongoError): void {
    this.#reason ??= reason;
    for (const listener of this.#listeners) listener();
  }

  /** Calls back on an interruption; the returned function unsubscribes. */
  onInterrupt(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Lets other commands work; throws as `check` does. */
  async pause(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    const now = Date.now();
    this.#sliceEnd = now + SLICE_MS;
    this.#lookedAt = now;
    this.check(now);
  }
}
