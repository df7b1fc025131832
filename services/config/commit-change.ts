import type { Ctx } from "#libs/contract-kit/implement.ts";
import { configChanged } from "#libs/contracts/config.ts";
import { HINTS } from "#libs/contracts/hints.ts";
import { bestEffort } from "#libs/log/best-effort.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { Deps } from "./deps.ts";
import type { Change } from "./domain/change.ts";
import { forgetSecret } from "./forget-secret.ts";
import { readSnapshot } from "./snapshot.ts";

/** Who changes the configuration, and when: not before whatever was changed earlier. */
export interface Author {
  readonly updatedBy: string;
  readonly updatedAt: Date;
}

/**
 * Commits one change with its audit entry and its event, and what follows from it, or nothing of it. Work that answers null has
 * found nothing to change. Before it answers, this process looks at the new state; the others are told to.
 */
export async function commitChange(
  ctx: Pick<Ctx<unknown>, "caller" | "requestId" | "hint">,
  deps: Deps,
  work: (tx: Tx, author: Author) => Promise<Change | null>,
): Promise<Author> {
  const author = await deps.transaction(async (tx) => {
    // First, so that of two changes at the same time the second one sees what the first has done, and is the later one.
    await deps.revision.advance(tx);
    const by: Author = { updatedBy: ctx.caller.userId, updatedAt: deps.clock.now() };
    const change = await work(tx, by);
    if (!change) return by;
    await record(ctx.requestId, deps, tx, by, change);
    for (const effect of await forgetSecret(deps, tx, by, change)) await record(ctx.requestId, deps, tx, by, effect);
    return by;
  });
  await spreadChange(ctx, deps);
  return author;
}

/** Takes over what is stored, and has every other process do so. */
export async function spreadChange(ctx: Pick<Ctx<unknown>, "hint">, deps: Deps): Promise<void> {
  await bestEffort(deps.logger, "take over the new settings", async () => deps.config.update(await readSnapshot(deps)));
  ctx.hint(HINTS.configChanged);
}

async function record(requestId: string, deps: Deps, tx: Tx, { updatedBy, updatedAt }: Author, change: Change): Promise<void> {
  const { key, domain, scope, action } = change;
  const changeId = await deps.audit.add(tx, { ...change, changedBy: updatedBy, changedAt: updatedAt });
  await deps.auditLog.add(tx, { actor: updatedBy, action: `config.${action}`, target: key, details: { scope }, requestId });
  // Values stay out of the event: some of them are sensitive, and whoever needs one reads it.
  const fact = { changeId, key, domain, scope, changedBy: updatedBy, changedAt: updatedAt.toISOString() };
  await deps.outbox.add(tx, configChanged, fact, { requestId });
}
