import type { Job } from "#libs/platform/jobs/job-runner.ts";
import { eachByItself } from "#libs/platform/jobs/turns.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { Deps } from "../deps.ts";
import { searchKeysOf } from "../domain/search-keys.ts";

const BATCH_SIZE = 500;

/** Writes what a search finds of a creator, in the transaction that changes one of its texts. Nothing is found of accounts that are not active. */
export async function indexCreator(
  { profiles, bioPages, search, clock }: Pick<Deps, "profiles" | "bioPages" | "search" | "clock">,
  tx: Tx,
  creatorId: string,
): Promise<void> {
  const profile = await profiles.find(creatorId, tx);
  const page = profile?.userStatus === "ACTIVE" ? await bioPages.findByCreator(creatorId, tx) : null;
  if (!profile || !page) return search.delete(tx, creatorId);
  const keys = searchKeysOf({ ...profile, bio: page.bio });
  await search.put(tx, { _id: creatorId, keys: [...keys], followers: profile.totalFollowers, indexedAt: clock.now() });
}

/** Indexes the creators of earlier releases. Afterwards each change keeps its creator's row, so one complete pass of a process is enough. */
export function missingCreators(deps: Deps): Pick<Job, "run" | "rests"> {
  let isComplete = false;
  return {
    rests: () => isComplete,
    async run() {
      let after = "";
      let ids: readonly string[] = [];
      let failed = 0;
      do {
        ids = await deps.profiles.listIds(after, BATCH_SIZE);
        const indexed = await deps.search.listIndexed(ids);
        failed += await eachByItself(
          deps.logger,
          ids.filter((id) => !indexed.has(id)),
          (id) => `index creator ${id}`,
          (id) => deps.transaction((tx) => indexCreator(deps, tx, id)),
        );
        after = ids.at(-1) ?? after;
      } while (ids.length === BATCH_SIZE);
      isComplete = failed === 0;
    },
  };
}
