import { type SharedWork, SharedWorkTimeout, sharedWork } from "#libs/contract-kit/packing/shared-work.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { isStoreUnavailable, TransactionTimeout } from "#libs/platform/mongo/store-unavailable.ts";

/** A transaction and the one before it: each may take ten seconds. */
const COMMIT_MS = 20 * SECOND;

interface Commit<M> extends Required<Pick<SharedWork<M, void>, "callerOf">> {
  /** Commits all members, or throws and commits none. */
  readonly run: (members: readonly M[]) => Promise<void>;
}

/** Commits what is asked for at the same time in one transaction, one transaction after the other. One that fails alone spoils no other. */
export function sharedCommit<M>(name: string, { run, callerOf }: Commit<M>): (member: M) => Promise<void> {
  const commit = sharedWork<M, void>({
    name,
    async run(members) {
      await run(members);
      return members.map(() => ({ status: "fulfilled", value: undefined }));
    },
    callerOf,
    failsAll: isStoreUnavailable,
    timeoutMs: COMMIT_MS,
  });
  return (member) =>
    commit(member).catch((error: unknown) => {
      // It may still be committed.
      throw error instanceof SharedWorkTimeout ? new TransactionTimeout(COMMIT_MS) : error;
    });
}
