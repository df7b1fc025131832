import { wait } from "#libs/kernel/wait.ts";

export interface GroupCommitOptions<T, R> {
  /** Writes a group; answers for each row, in their order. */
  readonly write: (rows: readonly T[]) => Promise<readonly R[]>;
  /** Rows in one group. */
  readonly mostRows: number;
  /** Rows that may wait; a further one is refused at once. */
  readonly mostWaiting: number;
  /** How long a row waits for its answer, in milliseconds. */
  readonly waitMs: number;
}

interface Waiting<T, R> {
  readonly row: T;
  settled: boolean;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/** A row that found no place, or no answer in its time. */
export class NotCommitted extends Error {
  constructor(reason: "queue full" | "too slow") {
    super(`row not committed: ${reason}`);
    this.name = "NotCommitted";
  }
}

/**
 * Writes rows in groups: what arrives while a group is being written is the next one, so a store that is quick gets small
 * groups and a busy one great ones. Nobody waits for company. Each caller gets the answer of its own row; a row whose caller
 * has given up is not written any more.
 */
export function groupCommit<T, R>({ write, mostRows, mostWaiting, waitMs }: GroupCommitOptions<T, R>): (row: T) => Promise<R> {
  let waiting: Waiting<T, R>[] = [];
  let running = false;

  const commitGroups = async () => {
    running = true;
    while (waiting.length > 0) {
      const group = waiting.slice(0, mostRows).filter(({ settled }) => !settled);
      waiting = waiting.slice(mostRows);
      // When the time of its last row is over nobody waits for a group any more, nor does the next one.
      if (group.length > 0) await Promise.race([commit(group, write), wait(waitMs)]);
    }
    running = false;
  };

  return (row) =>
    new Promise<R>((resolve, reject) => {
      if (waiting.length >= mostWaiting) {
        reject(new NotCommitted("queue full"));
        return;
      }
      const entry: Waiting<T, R> = {
        row,
        settled: false,
        resolve: (result) => settle(() => resolve(result)),
        reject: (error) => settle(() => reject(error)),
      };
      const settle = (answer: () => void) => {
        entry.settled = true;
        clearTimeout(timer);
        answer();
      };
      const timer = setTimeout(() => entry.reject(new NotCommitted("too slow")), waitMs);
      waiting.push(entry);
      // In the next turn, so that requests of one turn share a group.
      if (!running) {
        running = true;
        setImmediate(() => void commitGroups());
      }
    });
}

async function commit<T, R>(group: readonly Waiting<T, R>[], write: (rows: readonly T[]) => Promise<readonly R[]>): Promise<void> {
  try {
    const results = await write(group.map(({ row }) => row));
    for (const [index, entry] of group.entries()) entry.resolve(results[index] as R);
  } catch (error) {
    for (const entry of group) entry.reject(error);
  }
}
