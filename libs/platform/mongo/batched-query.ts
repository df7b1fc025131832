import { originContext } from "#libs/contract-kit/running-action.ts";
import { BatchTimeout, batcher } from "#libs/kernel/batcher.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { isStoreUnavailable } from "./store-unavailable.ts";
import { DatabaseBusy } from "./work-limit.ts";

/** The database may take this long for the previous command and for this one. */
const QUERY_MS = 10 * SECOND;

/**
 * Batches concurrent queries into one command, one command after the other. A query is never answered by a command that started before it.
 * When a command fails, each of its queries runs alone.
 * @param ask returns the answers in the order of the queries
 */
export function batchedQuery<Q, A>(name: string, ask: (questions: readonly Q[]) => Promise<readonly A[]>): (question: Q) => Promise<A> {
  const put = batcher({
    name,
    context: originContext,
    run: async (questions: readonly Q[]) => (await ask(questions)).map((value) => ({ status: "fulfilled", value }) as const),
    failsAll: isStoreUnavailable,
    timeoutMs: QUERY_MS,
  });
  return (question) =>
    put(question).catch((error: unknown) => {
      throw error instanceof BatchTimeout ? new DatabaseBusy(QUERY_MS) : error;
    });
}
