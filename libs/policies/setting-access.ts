import type { RoutePermission } from "./permissions.ts";

/** Each of them has keys of its own. */
export const SETTING_READERS = ["config:read", "content:write"] as const;
export const SETTING_WRITERS = ["config:write", "content:write", "admins:manage"] as const;

/** Who decides how people sign in, or where mails go, can become anybody. */
const OF_THE_HOUSE = ["auth.", "provider."] as const;
/** The texts that editors publish are settings, too. */
const OF_EDITORS = "legal.";

/** What a caller needs to read a setting. */
export function permissionToRead(key: string): RoutePermission {
  return key.startsWith(OF_EDITORS) ? SETTING_READERS : "config:read";
}

/** What a caller needs to change a setting in any way. */
export function permissionToWrite(key: string): RoutePermission {
  if (OF_THE_HOUSE.some((prefix) => key.startsWith(prefix))) return "admins:manage";
  return key.startsWith(OF_EDITORS) ? ["config:write", "content:write"] : "config:write";
}
