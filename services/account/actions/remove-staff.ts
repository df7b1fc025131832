import { implement } from "#libs/contract-kit/implement.ts";
import { removeStaff } from "#libs/contracts/account/index.ts";
import { type ChangeRolesDeps, changeRoles } from "../staff/change-roles.ts";

/** POST /admin/staff/{userId}/remove */
export const removeStaffAction = (deps: ChangeRolesDeps) =>
  implement(removeStaff, ({ params, caller, requestId }) =>
    changeRoles(deps, { ...params, roles: [], action: "staff.removed" }, { caller, requestId }),
  );
