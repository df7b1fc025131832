import { type Origin, originContext } from "#libs/contract-kit/running-action.ts";
import { BatchTimeout, batcher, type InContext } from "#libs/kernel/batcher.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import type { FaultPoints } from "#libs/platform/faults/fault-points.ts";
import type { Collections } from "./collection.ts";
import { isStoreUnavailable, TransactionTimeout } from "./store-unavailable.ts";
import { InsertRefused, type Key, type LoadedSet, type OwnedSet, openWorkingSet, type WorkingSet } from "./working-set.ts";

/** The time for a transaction and the previous one: each may take ten seconds. */
const COMMIT_MS = 20 * SECOND;
/** Maximum number of runs of a batch that conflicts with writes of other processes. Afterwards each member runs alone. */
const MAX_RUNS = 5;

export interface SetDeps {
  readonly database: Collections;
  readonly faults: FaultPoints;
}

/** Runs work on a working set in one transaction, and writes its changes at the end. The work may run again. */
export type SetTransaction = <T>(work: (set: WorkingSet) => Promise<T>) => Promise<T>;

export function inTransactionOf({ database, faults }: SetDeps): SetTransaction {
  return (work) =>
    database.transaction(async (tx) => {
      const set = openWorkingSet(database, tx);
      const result = await work(set);
      await set.flush(faults).catch((error: unknown) => {
        throw error instanceof InsertRefused ? error.cause : error;
      });
      return result;
    });
}

/** The work for one member of a batch. */
export interface MemberWork<M, R> {
  /**
   * The documents that it reads. Called again after each load until it names no further document, because a document may lead to others.
   */
  readonly needs: (member: M, set: LoadedSet) => readonly Key[];
  /** Does the work of one member, synchronously. When it throws, this member is refused and the others continue. */
  readonly apply: (set: WorkingSet, member: M) => R;
}

/**
 * Commits concurrent members in one transaction. Each is applied alone: a refused member writes nothing and does not affect the others.
 * When a unique index refuses a member, the others run again without it.
 */
export function batchedTransaction<M, R>(deps: SetDeps, name: string, work: MemberWork<M, R>): (member: M) => Promise<R> {
  const commit = batcher<M, R, Origin>({
    name,
    context: originContext,
    run: (members, contexts) => runBatch(deps, name, work, members, contexts),
    failsAll: isStoreUnavailable,
    timeoutMs: COMMIT_MS,
  });
  return (member) =>
    commit(member).catch((error: unknown) => {
      // It may still be committed.
      throw error instanceof BatchTimeout ? new TransactionTimeout(COMMIT_MS) : error;
    });
}

class TooManyConflicts extends Error {}

async function runBatch<M, R>(
  { database, faults }: SetDeps,
  name: string,
  work: MemberWork<M, R>,
  members: readonly M[],
  contexts: readonly InContext[],
): Promise<PromiseSettledResult<R>[]> {
  const refused = new Map<number, PromiseRejectedResult>();
  let runs = 0;
  for (;;) {
    try {
      return await database.transaction(async (tx) => {
        runs += 1;
        if (runs > MAX_RUNS && members.length > 1) throw new TooManyConflicts(`${name} met ${MAX_RUNS} write conflicts`);
        const set = openWorkingSet(database, tx);
        const open = members.map((_, index) => index).filter((index) => !refused.has(index));
        await loadNeeds(
          set,
          work,
          open.map((index) => members[index] as M),
        );
        const outcomes = members.map(
          (member, index) => refused.get(index) ?? outcomeOf(set, index, contexts[index], () => work.apply(set, member)),
        );
        await set.flush(faults);
        await faults.hit(`${name}.commit`);
        return outcomes;
      });
    } catch (error) {
      if (!(error instanceof InsertRefused) || refused.has(error.member)) throw error;
      refused.set(error.member, { status: "rejected", reason: error.cause });
      runs = 0;
    }
  }
}

async function loadNeeds<M>(set: OwnedSet, { needs }: MemberWork<M, unknown>, members: readonly M[]): Promise<void> {
  for (;;) {
    const missing = members.flatMap((member) => needs(member, set)).filter((key) => set.find(key) === undefined);
    if (missing.length === 0) return;
    await set.load(missing);
  }
}

function outcomeOf<R>(set: OwnedSet, member: number, inContext: InContext | undefined, apply: () => R): PromiseSettledResult<R> {
  const attempt = () => set.attempt(member, apply);
  try {
    return { status: "fulfilled", value: inContext ? inContext(attempt) : attempt() };
  } catch (reason) {
    return { status: "rejected", reason };
  }
}
