import { after } from "./timers.ts";

/** Resolves after some milliseconds; the timer does not keep the process alive. */
export function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => after(milliseconds, resolve));
}
