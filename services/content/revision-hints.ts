import { HINTS } from "#libs/contracts/hints.ts";
import { afterCommit, type Tx } from "#libs/platform/mongo/transaction.ts";
import type { BackgroundPart } from "#libs/platform/service/define-service.ts";
import { repeatedHint } from "#libs/platform/service/repeated-hint.ts";
import type { ContentRevisionStore } from "./data/content-revision.store.ts";

/**
 * Tells the gateways the revision of the published content, so that they know how long the answers that they keep are right. While the
 * database is away they hear nothing and ask for each answer.
 */
export interface RevisionHints extends BackgroundPart {
  /** Part of every change of what the public reads; the gateways hear of it after the commit. */
  changeIn(tx: Tx): Promise<void>;
}

export function revisionHints(revisions: ContentRevisionStore): RevisionHints {
  const { send, noteChange, ...part } = repeatedHint(HINTS.contentRevision, () => revisions.current());
  return {
    ...part,
    async changeIn(tx) {
      noteChange();
      const revision = await revisions.renew(tx);
      afterCommit(tx, () => send(revision));
    },
  };
}
