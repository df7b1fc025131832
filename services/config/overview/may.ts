import type { Caller } from "#libs/contract-kit/caller.ts";
import { hasPermission } from "#libs/policies/roles.ts";
import type { May } from "./backlogs.ts";

/** The permissions of a caller. */
export const permissionsOf =
  ({ roles }: Caller): May =>
  (permission) =>
    hasPermission(roles, permission);
