/**
 * The result of a promise; throws when it takes longer than a time. The time is measured by a timer of this process: of two timers,
 * the shorter one fires first however busy the machine is, so a shorter timeout of the product always comes before this one.
 */
export async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
