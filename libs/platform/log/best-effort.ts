import type { Logger } from "pino";

/** Does something whose failure must not stop its caller; the failure is logged as a warning. */
export async function bestEffort(logger: Logger, what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    logger.warn({ err: error, what }, "best effort failed");
  }
}
