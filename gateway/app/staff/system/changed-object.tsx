import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import type { Texts } from "#gateway/ui/texts.ts";
import type { KillSwitch } from "#libs/policies/kill-switches.ts";
import { SYSTEMS } from "../parts/systems.ts";

const FLAG = "flag.";
const SWITCH = "killswitch.";

/** The system of a switch that the audit names; null: the change was about something else. */
export function systemIn(target: string): KillSwitch | null {
  const system = target.startsWith(SWITCH) ? target.slice(SWITCH.length) : "";
  return Object.hasOwn(SYSTEMS, system) ? (system as KillSwitch) : null;
}

/** What a change of the configuration was about, by the name that its page has. @param target as the audit names it */
export function nameOfChanged(t: Texts, target: string): string {
  const system = systemIn(target);
  if (system !== null) return t(SYSTEMS[system]);
  return target.startsWith(FLAG) ? target.slice(FLAG.length) : target;
}

/** The name of what a change was about; a key reads from left to right in every language. */
export function ChangedName({ of }: { readonly of: string }): VNode {
  const name = nameOfChanged(useReader().t, of);
  return systemIn(of) === null ? <bdi dir="ltr">{name}</bdi> : <bdi>{name}</bdi>;
}

/** The page of what a change of the configuration was about; null: it has none. @param target as the audit names it */
export function hrefOfChange(action: string, target: string): string | null {
  if (!action.startsWith("config.")) return null;
  if (target.startsWith(FLAG)) return "/admin/flags";
  if (target.startsWith(SWITCH)) return "/admin/switches";
  return action === "config.CLEAR_CACHE" ? null : `/admin/settings/${encodeURIComponent(target)}`;
}
