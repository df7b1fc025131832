import type { Logger } from "pino";

/** Does work whose failure must not stop its caller; logs the failure as a warning. */
export async function bestEffort(logger: Logger, what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    logger.warn({ err: error, what }, "best effort failed");
  }
}
