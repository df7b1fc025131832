import { withDeadline } from "#libs/kernel/with-deadline.ts";

export interface GroupCommitOptions<T, R> {
  /** Writes a batch of rows; returns the result of each row, in their order. */
  readonly write: (batch: readonly T[]) => Promise<readonly R[]>;
  /** Rows in one batch. */
  readonly maxBatchSize: number;
  /** Rows in the queue; a further one is rejected at once. */
  readonly maxQueueLength: number;
  /** Longest time that a row waits for its result, in milliseconds. */
  readonly timeoutMs: number;
}

interface QueuedRow<T, R> {
  readonly row: T;
  settled: boolean;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/** The row was not written, or its result came too late. @internal exported for tests */
export class NotCommitted extends Error {
  constructor(reason: "queue full" | "timeout") {
    super(`row not committed: ${reason}`);
    this.name = "NotCommitted";
  }
}

/**
 * Writes rows in batches, one batch at a time: rows that arrive during a write form the next batch. So no row waits for others to fill a
 * batch, and batches grow with the load. Each caller gets the result of its own row. A row whose caller has timed out is not written.
 */
export function groupCommit<T, R>(options: GroupCommitOptions<T, R>): (row: T) => Promise<R> {
  const { write, maxBatchSize, maxQueueLength, timeoutMs } = options;
  let queue: QueuedRow<T, R>[] = [];
  let running = false;

  const commitBatches = async () => {
    running = true;
    while (queue.length > 0) {
      const batch = queue.slice(0, maxBatchSize).filter(({ settled }) => !settled);
      queue = queue.slice(maxBatchSize);
      // After the timeout no caller waits for this batch any more, so the next one need not wait for it either.
      if (batch.length > 0) await withDeadline(commit(batch, write), timeoutMs, () => undefined);
    }
    running = false;
  };

  return (row) =>
    new Promise<R>((resolve, reject) => {
      if (queue.length >= maxQueueLength) {
        reject(new NotCommitted("queue full"));
        return;
      }
      const entry: QueuedRow<T, R> = {
        row,
        settled: false,
        resolve: (result) => settle(() => resolve(result)),
        reject: (error) => settle(() => reject(error)),
      };
      const settle = (respond: () => void) => {
        entry.settled = true;
        clearTimeout(timer);
        respond();
      };
      const timer = setTimeout(() => entry.reject(new NotCommitted("timeout")), timeoutMs);
      queue.push(entry);
      // Not at once, so that requests of one turn of the event loop share a batch.
      if (!running) {
        running = true;
        setImmediate(() => void commitBatches());
      }
    });
}

async function commit<T, R>(batch: readonly QueuedRow<T, R>[], write: (rows: readonly T[]) => Promise<readonly R[]>): Promise<void> {
  try {
    const results = await write(batch.map(({ row }) => row));
    for (const [index, entry] of batch.entries()) entry.resolve(results[index] as R);
  } catch (error) {
    for (const entry of batch) entry.reject(error);
  }
}
