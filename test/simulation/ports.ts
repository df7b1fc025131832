import { useRandom } from "#libs/kernel/random.ts";
import { useTimers } from "#libs/kernel/timers.ts";
import type { Stage } from "./database.ts";

/** Replaces all randomness and pauses of the product by those of the schedule. Code that bypasses the product's ports throws. */
export function takeOverPorts(stage: Stage): void {
  const start = Date.UTC(2026, 0, 5, 12);
  let bytes = 0;
  useTimers({
    elapsedMs: () => stage.world.now - start,
    after: (milliseconds, callback) => stage.world.after(milliseconds, callback),
    // Ends like a call, so any call may end before or after it.
    afterTurn: (callback) => void stage.world.call(stage.world.current ?? 0, "end of a turn", () => undefined, null, false).then(callback),
  });
  useRandom({
    bytes(size) {
      bytes = (bytes + 1) % 256;
      return Buffer.alloc(size, bytes);
    },
    uuid: () => uuidAt(stage.world.clockOf(stage.world.current ?? 0).getTime(), stage.world.nextId()),
    fraction: () => stage.world.random.below(1_000) / 1_000,
  });
  const forbidden = (what: string) => () => {
    throw new Error(`${what} goes around the ports of the simulation`);
  };
  const NativeDate = Date;
  globalThis.Date = class extends NativeDate {
    static override now = forbidden("Date.now()") as never;
    static override [Symbol.hasInstance](value: unknown) {
      return value instanceof NativeDate;
    }
    constructor(...given: []) {
      if (given.length === 0) forbidden("new Date()")();
      super(...given);
    }
  } as unknown as DateConstructor;
  Math.random = forbidden("Math.random()");
  for (const name of ["setTimeout", "setInterval", "setImmediate"] as const) globalThis[name] = forbidden(name) as never;
  performance.now = forbidden("performance.now()");
}

/** A UUID v7 that sorts by time. */
function uuidAt(milliseconds: number, count: number): string {
  const time = milliseconds.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${count.toString(16).padStart(12, "0")}`;
}
