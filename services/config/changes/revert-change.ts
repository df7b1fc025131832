import { AppError } from "#libs/errors/app-error.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { KILL_SWITCHES } from "#libs/policies/kill-switches.ts";
import type { ConfigAuditDoc } from "../data/config-audit.store.ts";
import type { Deps } from "../deps.ts";
import { type Change, type ChangeAuthor, FLAGS, SWITCHES, toggleChange } from "../domain/change.ts";
import { checkScope, checkValue, refuseEnvOnly, requireKey } from "../keys/check-value.ts";
import { valueChange } from "../keys/value-change.ts";
import { isMasked } from "../views/masking.ts";
import { removeSwitch, setSwitch } from "./set-switch.ts";

interface Reversal {
  readonly tx: Tx;
  readonly author: ChangeAuthor;
  /** The audit entry of the change to revert. */
  readonly entry: ConfigAuditDoc;
  readonly reason: string | null;
}

/** Restores the state before an audited change. Throws when that state is unknown, or would be refused today. */
export function revertChange(deps: Deps, reversal: Reversal): Promise<Change> {
  switch (reversal.entry.domain) {
    case FLAGS.domain:
      return revertFlag(deps, reversal);
    case SWITCHES.domain:
      return revertSwitch(deps, reversal);
    default:
      return revertValue(deps, reversal);
  }
}

async function revertValue(deps: Deps, { tx, author, entry: { scope, existed, oldValue, ...audited }, reason }: Reversal): Promise<Change> {
  const { key, entry } = requireKey(audited.key);
  refuseEnvOnly(key, entry);
  if (existed && isMasked(oldValue)) throw new AppError("config.error.not_restorable", { key });
  const value = existed ? checkValue(deps, key, entry, oldValue).value : undefined;
  if (existed) checkScope(key, entry, scope);
  const old = await deps.values.find(key, scope, tx);
  if (existed) await deps.values.upsert(tx, { key, scope, value, ...author });
  else await deps.values.delete(tx, { key, scope, ...author });
  return valueChange({ key, entry, action: "ROLLBACK", old, value, scope, reason });
}

async function revertFlag({ flags }: Deps, { tx, author, entry, reason }: Reversal): Promise<Change> {
  const name = entry.key.slice(FLAGS.prefix.length);
  const newValue = entry.existed ? entry.oldValue === true : null;
  const old = newValue === null ? await flags.delete(tx, name) : await flags.upsert(tx, name, { enabled: newValue, ...author });
  return toggleChange(FLAGS, { name, action: "ROLLBACK", oldValue: old?.enabled ?? null, newValue, reason });
}

async function revertSwitch(deps: Deps, { tx, author, entry, reason }: Reversal): Promise<Change> {
  const name = entry.key.slice(SWITCHES.prefix.length);
  if (!Object.hasOwn(KILL_SWITCHES, name)) throw new AppError("config.error.kill_switch_not_found", { system: name });
  const newValue = entry.existed ? entry.oldValue === true : null;
  const old =
    newValue === null
      ? await removeSwitch(deps, tx, name, reason)
      : await setSwitch(deps, tx, name, { active: newValue, reason, ...author });
  return toggleChange(SWITCHES, { name, action: "ROLLBACK", oldValue: old?.active ?? null, newValue, reason });
}
