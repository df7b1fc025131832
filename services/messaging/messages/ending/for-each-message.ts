import type { Logger } from "#libs/platform/log/logger.ts";

const CONCURRENCY = 4;

/**
 * Runs work for each message, a few at a time. A failure is logged and left to a later run; the other messages go on. Resolves to how many
 * have failed.
 */
export async function forEachMessage(logger: Logger, ids: readonly string[], work: (id: string) => Promise<void>): Promise<number> {
  let failed = 0;
  const queue = [...ids];
  const runWorker = async () => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      try {
        await work(id);
      } catch (error) {
        failed += 1;
        logger.error({ err: error, messageId: id }, "open message not ended; retrying in a later run");
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, runWorker));
  return failed;
}
