import { implement } from "#libs/contract-kit/implement.ts";
import { listStaffIds } from "#libs/contracts/account/index.ts";
import { hasPermission, STAFF_ROLES } from "#libs/policies/roles.ts";
import type { Deps } from "../deps.ts";

/** Internal: those who are told about what their permission concerns. */
export const listStaffIdsAction = ({ users }: Pick<Deps, "users">) =>
  implement(listStaffIds, async ({ params: { permission } }) => {
    const staff = await users.listStaff(STAFF_ROLES.filter((role) => hasPermission([role], permission)));
    return { userIds: staff.map(({ _id }) => _id) };
  });
