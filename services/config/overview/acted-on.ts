import { KIND_OF_ACTION } from "#libs/contracts/config/acted-kinds.ts";
import type { StaffKind } from "#libs/contracts/config/index.ts";
import { FLAGS, SWITCHES } from "../domain/change.ts";

/** A line of the audit log. */
export interface AuditedAction {
  readonly actor: string;
  readonly action: string;
  readonly target: string;
}

interface ActedOn {
  readonly kind: StaffKind;
  readonly id: string;
}

/** What an action of the audit log has changed; null when it is nothing that the console shows. */
export function actedOn({ action, target }: AuditedAction): ActedOn | null {
  const kind = Object.hasOwn(KIND_OF_ACTION, action) ? KIND_OF_ACTION[action] : undefined;
  if (kind !== undefined) return { kind, id: target };
  return action.startsWith("config.") && action !== "config.CLEAR_CACHE" ? changedSetting(target) : null;
}

/** Flags and switches have a prefix in the audit log. */
function changedSetting(target: string): ActedOn {
  const toggles = [
    { kind: "FLAG", ...FLAGS },
    { kind: "SWITCH", ...SWITCHES },
  ] as const;
  const toggle = toggles.find(({ prefix }) => target.startsWith(prefix));
  return toggle ? { kind: toggle.kind, id: target.slice(toggle.prefix.length) } : { kind: "SETTING", id: target };
}
