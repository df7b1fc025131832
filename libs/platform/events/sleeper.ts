import { after } from "#libs/kernel/timers.ts";

/** A pause in a loop that can be cut short. */
export interface Sleeper {
  /** Resolves after a while or at the next wake. With `keepAlive` the process does not end meanwhile. */
  sleep(milliseconds: number, keepAlive?: boolean): Promise<void>;
  /** Ends the current sleep; without one, the next sleep ends at once. */
  wake(): void;
}

export function createSleeper(): Sleeper {
  let end: (() => void) | null = null;
  let woken = false;
  return {
    async sleep(milliseconds, keepAlive = false) {
      if (!woken) {
        await new Promise<void>((resolve) => {
          const stopTimer = after(milliseconds, resolve, { keepAlive });
          end = () => {
            stopTimer();
            resolve();
          };
        });
      }
      end = null;
      woken = false;
    },
    wake() {
      woken = true;
      end?.();
    },
  };
}
