const FLAG = "flag.";
const SWITCH = "killswitch.";

/** The page of what a change of the configuration was about; null: it has none. @param target as the audit names it */
export function hrefOfChange(action: string, target: string): string | null {
  if (!action.startsWith("config.")) return null;
  if (target.startsWith(FLAG)) return "/admin/flags";
  if (target.startsWith(SWITCH)) return "/admin/switches";
  return action === "config.CLEAR_CACHE" ? null : `/admin/settings/${encodeURIComponent(target)}`;
}
