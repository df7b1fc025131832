import { AsyncLocalStorage } from "node:async_hooks";
import { after } from "#libs/kernel/timers.ts";

/** Work that found no room within its time: the database is busier than it can bear. */
export class DatabaseBusy extends Error {
  constructor(waitMs: number) {
    super(`no room for work with the database within ${waitMs} ms`);
    this.name = "DatabaseBusy";
  }
}

/** Bounds the work that goes on at once. What belongs to work that has room already needs no further room. */
export interface WorkLimit {
  /** Runs work when there is room. Throws {@link DatabaseBusy} when there was none in time. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** @param most pieces of work at once; @param waitMs milliseconds that further ones wait for their turn */
export function workLimit(most: number, waitMs: number): WorkLimit {
  const admitted = new AsyncLocalStorage<true>();
  const waiting: (() => void)[] = [];
  let running = 0;

  const turn = () =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        cancel();
        resolve();
      };
      const cancel = after(waitMs, () => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(new DatabaseBusy(waitMs));
      });
      waiting.push(begin);
    });
  /** Hands the room on, so that nobody who comes just now takes it from those who wait. */
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };

  return {
    async run(work) {
      // A transaction whose own operations waited for room could wait for those that wait for it.
      if (admitted.getStore()) return work();
      if (running < most) running += 1;
      else await turn();
      try {
        return await admitted.run(true, work);
      } finally {
        leave();
      }
    },
  };
}
