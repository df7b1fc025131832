/** Members of one group at most. */
const MAX_MEMBERS = 64;

interface Waiting<T, R> {
  readonly member: T;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/**
 * Runs work for what waits, one group at a time: what arrives during a group forms the next one. So nobody waits for others to come,
 * and groups grow with the load. Each caller gets the result of its own member, or the error of its group.
 * @param run results in the order of the members
 */
export function inGroups<T, R>(run: (members: readonly T[]) => Promise<readonly R[]>): (member: T) => Promise<R> {
  const queue: Waiting<T, R>[] = [];
  let running = false;

  const runAll = async () => {
    running = true;
    while (queue.length > 0) {
      const group = queue.splice(0, MAX_MEMBERS);
      try {
        const results = await run(group.map(({ member }) => member));
        for (const [index, { resolve }] of group.entries()) resolve(results[index] as R);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    running = false;
  };

  return (member) =>
    new Promise<R>((resolve, reject) => {
      queue.push({ member, resolve, reject });
      if (!running) void runAll();
    });
}
