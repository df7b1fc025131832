import { Timestamp } from "bson";

/** Cluster times: seconds and a counter, never the same one twice. */
export interface LogicalClock {
  next(): Timestamp;
}

export function createLogicalClock(now: () => number = Date.now): LogicalClock {
  let seconds = Math.floor(now() / 1000);
  let counter = 0;
  return {
    next() {
      const current = Math.floor(now() / 1000);
      counter = current > seconds ? 1 : counter + 1;
      seconds = Math.max(seconds, current);
      return new Timestamp({ t: seconds, i: counter });
    },
  };
}
