import { implement } from "#libs/contract-kit/implement.ts";
import { listRoles } from "#libs/contracts/account/roles.ts";
import { allContracts } from "#libs/contracts/index.ts";
import { PERMISSIONS, type Permission, permissionsFor } from "#libs/policies/permissions.ts";
import { permissionsOf, STAFF_ROLES } from "#libs/policies/roles.ts";

/** The routes that a permission opens, by path. */
function routesOf(permission: Permission) {
  return allContracts
    .flatMap(({ http }) => (http && permissionsFor(http.permission).includes(permission) ? http : []))
    .map(({ method, path, stepUp = false }) => ({ method, path, stepUp }))
    .sort((one, other) => one.path.localeCompare(other.path, "en") || one.method.localeCompare(other.method, "en"));
}

/** GET /admin/roles, from the contracts that the gateway serves. */
export const listRolesAction = () =>
  implement(listRoles, async () => ({
    roles: STAFF_ROLES.map((role) => ({ role, permissions: permissionsOf([role]) })),
    permissions: PERMISSIONS.map((permission) => ({ permission, routes: routesOf(permission) })),
  }));
