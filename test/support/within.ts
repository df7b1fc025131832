import { setImmediate as turn } from "node:timers/promises";

/** The product checks for an answer a few turns later, before it gives up. A blocked event loop delays that beyond both timers. */
const TURNS = 5;

/**
 * The result of a promise; throws after `milliseconds`, measured by a timer of this process. Of two timers the shorter one fires first,
 * however busy the machine is. So a shorter timeout of the product always comes first.
 */
export async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(async () => {
      for (let passed = 0; passed < TURNS; passed += 1) await turn();
      reject(new Error(`took longer than ${milliseconds} ms`));
    }, milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
