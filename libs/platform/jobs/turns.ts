import type { Logger } from "pino";

/** The place in a list from which a job takes its next batch. */
export interface Turns {
  /**
   * Works on a batch of a list that a row leaves when its work is done. Rows whose work has failed stay, and are passed over until the end
   * of the list: they keep no other row waiting, and are tried again then. Resolves to the number of rows.
   * @param list without the first `skip` rows, always in the same order
   * @param work resolves to how many of the rows stay
   */
  take<T>(
    list: (skip: number, limit: number) => Promise<readonly T[]>,
    limit: number,
    work: (rows: readonly T[]) => Promise<number>,
  ): Promise<number>;
}

export function turns(): Turns {
  let passed = 0;
  return {
    async take(list, limit, work) {
      const rows = await list(passed, limit);
      const staying = await work(rows);
      passed = rows.length < limit ? 0 : passed + staying;
      return rows.length;
    },
  };
}

/**
 * Does the work of some rows one after the other, each whether or not another one has failed. Logs a failure as a warning. Resolves to how
 * many have failed.
 */
export async function eachByItself<T>(
  logger: Logger,
  rows: readonly T[],
  what: (row: T) => string,
  work: (row: T) => Promise<unknown>,
): Promise<number> {
  let failed = 0;
  for (const row of rows) {
    try {
      await work(row);
    } catch (error) {
      failed += 1;
      logger.warn({ err: error, what: what(row) }, "work failed; trying again in a later run");
    }
  }
  return failed;
}
