/**
 * The outcome of a promise; throws when a timer of so many milliseconds comes first. Of two timers of one process the shorter one
 * fires first, however busy the machine is: a limit that the product keeps by a timer is told from one that it does not keep.
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
