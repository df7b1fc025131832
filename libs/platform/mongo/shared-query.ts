import { SharedWorkTimeout, sharedWork } from "#libs/contract-kit/packing/shared-work.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { isStoreUnavailable } from "./store-unavailable.ts";
import { DatabaseBusy } from "./work-limit.ts";

/** As long as the database may take for the command before, and for this one. */
const QUERY_MS = 10 * SECOND;

/**
 * Puts questions that come at the same time to the database with one command, one command after the other. Each is asked after it came, so
 * its answer is not older. When a command fails, each of its questions is put alone.
 * @param ask the answers in the order of the questions
 */
export function sharedQuery<Q, A>(name: string, ask: (questions: readonly Q[]) => Promise<readonly A[]>): (question: Q) => Promise<A> {
  const put = sharedWork<Q, A>({
    name,
    run: async (questions) => (await ask(questions)).map((value) => ({ status: "fulfilled", value })),
    failsAll: isStoreUnavailable,
    timeoutMs: QUERY_MS,
  });
  return (question) =>
    put(question).catch((error: unknown) => {
      throw error instanceof SharedWorkTimeout ? new DatabaseBusy(QUERY_MS) : error;
    });
}
