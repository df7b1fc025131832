import type { Caller } from "#libs/contract-kit/caller.ts";
import type { Ctx } from "#libs/contract-kit/implement.ts";
import { configChanged } from "#libs/contracts/config/index.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { Deps } from "../deps.ts";
import type { Change, ChangeAuthor } from "../domain/change.ts";
import { refuseContradiction } from "./refuse-contradiction.ts";
import { removeDependentSecrets } from "./remove-dependent-secrets.ts";
import { refreshSettings } from "./snapshot.ts";

/**
 * Commits one change of the configuration in one transaction, with its audit entry and its event. The transaction also removes a secret
 * that depends on the changed key. Refuses a change that contradicts another setting. Then refreshes the settings, so this process has the
 * change when the promise resolves.
 *
 * @param write writes the change; null when there is nothing to change
 */
export async function commitChange(
  ctx: Pick<Ctx<unknown>, "requestId" | "hint"> & { readonly caller: Pick<Caller, "userId"> },
  deps: Deps,
  write: (tx: Tx, author: ChangeAuthor) => Promise<Change | null>,
): Promise<ChangeAuthor> {
  const author = await deps.transaction(async (tx) => {
    // Increments before the clock is read: concurrent changes run one after the other, and the later one gets the later time.
    await deps.revision.increment(tx);
    const by: ChangeAuthor = { updatedBy: ctx.caller.userId, updatedAt: deps.clock.now() };
    const change = await write(tx, by);
    if (!change) return by;
    await refuseContradiction(deps, tx, change);
    await recordChange(ctx.requestId, deps, tx, by, change);
    for (const removal of await removeDependentSecrets(deps, tx, by, change)) await recordChange(ctx.requestId, deps, tx, by, removal);
    return by;
  });
  await refreshSettings(ctx, deps);
  return author;
}

async function recordChange(requestId: string, deps: Deps, tx: Tx, { updatedBy, updatedAt }: ChangeAuthor, change: Change): Promise<void> {
  const { key, domain, scope, action, reason } = change;
  const changeId = await deps.configAudit.append(tx, { ...change, changedBy: updatedBy, changedAt: updatedAt });
  await deps.audit.add(tx, {
    actor: updatedBy,
    action: `config.${action}`,
    target: key,
    details: { scope, ...valuesOf(change), reason },
    requestId,
  });
  // Without values, because some are sensitive. A consumer that needs one calls config.getChange.
  const payload = { changeId, key, domain, scope, changedBy: updatedBy, changedAt: updatedAt.toISOString() };
  await deps.outbox.add(tx, configChanged, payload);
}

const isShort = (value: unknown): boolean => value === null || typeof value === "boolean" || typeof value === "number";

/** The values for the audit of staff, who may not be able to read settings: those that are no texts. */
function valuesOf({ oldValue, newValue }: Change): { readonly from?: unknown; readonly to?: unknown } {
  return isShort(oldValue) && isShort(newValue) ? { from: oldValue, to: newValue } : {};
}
