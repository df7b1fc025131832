import { setImmediate as turn } from "node:timers/promises";

/** The product looks once more for an answer before it gives up: a blocked event loop makes that later than both timers. */
const TURNS = 5;

/**
 * The result of a promise; throws when it takes longer than a time. The time is measured by a timer of this process: of two timers,
 * the shorter one fires first however busy the machine is, so a shorter timeout of the product always comes before this one.
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
