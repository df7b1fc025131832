import type { Tx } from "#libs/mongo/transaction.ts";
import type { ClosingReason } from "./data/closing.store.ts";
import type { Deps } from "./deps.ts";

interface Standing {
  readonly userId: string;
  readonly reason: ClosingReason;
  readonly banned: boolean;
  /** Of whom the fact is about. */
  readonly version: number;
}

/**
 * Who is banned has the open messages refunded: the wish is stored here, a job works it off in bounded steps; who is reinstated
 * before that keeps them. Facts may arrive in any order, so one that is older than the last has no effect.
 */
export async function followBan(deps: Pick<Deps, "inbox" | "closings" | "clock">, tx: Tx, { userId, reason, banned, version }: Standing) {
  if (!(await deps.inbox.isLatest(tx, reason, { subject: userId, version }))) return;
  if (banned) await deps.closings.request(tx, { userId, reason, requestedAt: deps.clock.now() });
  else await deps.closings.cancel(tx, { userId, reason });
}
