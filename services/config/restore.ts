import { KILL_SWITCHES } from "#libs/contract-kit/settings.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import { checkValue, refuseEnvOnly } from "./check-value.ts";
import type { Author } from "./commit-change.ts";
import type { ConfigAuditRow } from "./data/config-audit.model.ts";
import type { Deps } from "./deps.ts";
import { type Change, FLAGS, SWITCHES, toggleChange } from "./domain/change.ts";
import { isMasked } from "./masking.ts";
import { registeredKey } from "./registered-key.ts";
import { valueChange } from "./value-change.ts";

interface Restoration {
  readonly tx: Tx;
  readonly author: Author;
  /** The entry whose change is taken back. */
  readonly undone: ConfigAuditRow;
  readonly reason: string | null;
}

/** Puts what an entry has changed back to what it was before; refused when that would not be accepted today. */
export function restore(deps: Deps, restoration: Restoration): Promise<Change> {
  switch (restoration.undone.domain) {
    case FLAGS.domain:
      return restoreFlag(deps, restoration);
    case SWITCHES.domain:
      return restoreSwitch(deps, restoration);
    default:
      return restoreValue(deps, restoration);
  }
}

async function restoreValue({ values }: Deps, { tx, author, undone, reason }: Restoration): Promise<Change> {
  const { key, entry } = registeredKey(undone.key);
  const { scope, existed, oldValue } = undone;
  refuseEnvOnly(key, entry);
  if (existed && isMasked(oldValue)) throw new AppError("config.error.not_restorable", { key });
  const value = existed ? checkValue(key, entry, oldValue) : undefined;
  const old = await values.find(key, scope, tx);
  if (existed) await values.put(tx, { key, scope, value, ...author });
  else await values.remove(tx, { key, scope, ...author });
  return valueChange({ key, entry, action: "ROLLBACK", old, value, scope, reason });
}

async function restoreFlag({ flags }: Deps, { tx, author, undone, reason }: Restoration): Promise<Change> {
  const name = undone.key.slice(FLAGS.prefix.length);
  const newValue = undone.existed ? undone.oldValue === true : null;
  const old = newValue === null ? await flags.remove(tx, name) : await flags.put(tx, name, { enabled: newValue, ...author });
  return toggleChange(FLAGS, { name, action: "ROLLBACK", oldValue: old?.enabled ?? null, newValue, reason });
}

async function restoreSwitch({ switches }: Deps, { tx, author, undone, reason }: Restoration): Promise<Change> {
  const name = undone.key.slice(SWITCHES.prefix.length);
  if (!Object.hasOwn(KILL_SWITCHES, name)) throw new AppError("config.error.kill_switch_not_found", { system: name });
  const newValue = undone.existed ? undone.oldValue === true : null;
  const old = newValue === null ? await switches.remove(tx, name) : await switches.put(tx, name, { active: newValue, reason, ...author });
  return toggleChange(SWITCHES, { name, action: "ROLLBACK", oldValue: old?.active ?? null, newValue, reason });
}
