/** Real time, for pauses and limits. Unlike the clock, a test cannot set it. */
export interface Timers {
  /** Milliseconds since some moment. */
  elapsedMs(): number;
  /**
   * Calls back after some milliseconds; the returned function cancels that. Without `keepAlive` a process with no other work ends without
   * waiting.
   */
  after(milliseconds: number, callback: () => void, keepAlive: boolean): () => void;
  /** Calls back at the end of this tick of the event loop. */
  afterTurn(callback: () => void): void;
}

/** Those of the machine. @internal for tests */
export const systemTimers: Timers = {
  elapsedMs: () => performance.now(),
  after(milliseconds, callback, keepAlive) {
    const timer = setTimeout(callback, milliseconds);
    if (!keepAlive) timer.unref();
    return () => clearTimeout(timer);
  },
  afterTurn: (callback) => void setImmediate(callback),
};

let timers = systemTimers;

/** Milliseconds since some moment: for measuring, never for storing. */
export function elapsedMs(): number {
  return timers.elapsedMs();
}

/** Calls back after some milliseconds; the returned function cancels that. With `keepAlive` the process does not end before. */
export function after(
  milliseconds: number,
  callback: () => void,
  { keepAlive = false }: { readonly keepAlive?: boolean } = {},
): () => void {
  return timers.after(milliseconds, callback, keepAlive);
}

/** Calls back at the end of this tick of the event loop, when the work that has already arrived has begun. */
export function afterTurn(callback: () => void): void {
  timers.afterTurn(callback);
}

/** Lets a simulation decide when time passes. @internal for tests */
export function useTimers(replacement: Timers): void {
  timers = replacement;
}
