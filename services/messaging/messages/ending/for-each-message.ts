import type { Logger } from "#libs/platform/log/logger.ts";

const CONCURRENCY = 4;

/** Runs work for each message, a few at a time. A failure is logged and left to the next run; the other messages go on. */
export async function forEachMessage(logger: Logger, ids: readonly string[], work: (id: string) => Promise<void>): Promise<void> {
  const queue = [...ids];
  const runWorker = async () => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      try {
        await work(id);
      } catch (error) {
        logger.error({ err: error, messageId: id }, "open message not ended; retrying in the next run");
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, runWorker));
}
