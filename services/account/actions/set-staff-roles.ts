import { implement } from "#libs/contract-kit/implement.ts";
import { setStaffRoles } from "#libs/contracts/account/index.ts";
import { type ChangeRolesDeps, changeRoles } from "../staff/change-roles.ts";

/** PUT /admin/staff/{userId}/roles */
export const setStaffRolesAction = (deps: ChangeRolesDeps) =>
  implement(setStaffRoles, ({ params, caller, requestId }) =>
    changeRoles(deps, { ...params, action: "staff.roles_changed" }, { caller, requestId }),
  );
