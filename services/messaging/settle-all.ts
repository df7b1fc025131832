import type { Logger } from "pino";

const AT_ONCE = 4;

/** Settles messages, a few at a time. One that fails is logged and left for the next run; the others go on. */
export async function settleAll(logger: Logger, ids: readonly string[], settle: (id: string) => Promise<void>): Promise<void> {
  const waiting = [...ids];
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      try {
        await settle(id);
      } catch (error) {
        logger.error({ err: error, messageId: id }, "a message could not be settled");
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
