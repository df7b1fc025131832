import { AsyncLocalStorage } from "node:async_hooks";
import { after } from "#libs/kernel/timers.ts";

/** The work got no slot within its time: the database is overloaded. */
export class DatabaseBusy extends Error {
  constructor(waitMs: number) {
    super(`no room for work with the database within ${waitMs} ms`);
    this.name = "DatabaseBusy";
  }
}

/** Limits concurrent work. Work inside admitted work needs no further slot. */
export interface WorkLimit {
  /** Runs work when there is a free slot. Throws {@link DatabaseBusy} when there was none in time. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** @param most maximum number of concurrent units of work; @param waitMs longest wait of further ones, in milliseconds */
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
  /** Passes the slot to the first waiter, so that a newcomer cannot take it. */
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };

  return {
    async run(work) {
      // If the operations of a transaction waited for a slot, they could wait for work that waits for the transaction.
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
