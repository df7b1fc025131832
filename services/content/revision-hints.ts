import { HINTS } from "#libs/contracts/hints.ts";
import { afterCommit, type Tx } from "#libs/platform/mongo/transaction.ts";
import type { BackgroundPart } from "#libs/platform/service/define-service.ts";
import { repeatedHint } from "#libs/platform/service/repeated-hint.ts";
import type { ContentRevisionStore } from "./data/content-revision.store.ts";

/**
 * Broadcasts the revision of the published content, so that gateways know how long their cached responses are valid. While the database is
 * unavailable no hint arrives, and gateways call the service for each response.
 */
export interface RevisionHints extends BackgroundPart {
  /** Part of every change of published content; the gateways get a hint after the commit. */
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
