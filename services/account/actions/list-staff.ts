import { implement } from "#libs/contract-kit/implement.ts";
import { listStaff } from "#libs/contracts/account/index.ts";
import { cursorPageOf } from "#libs/kernel/paging.ts";
import type { Deps } from "../deps.ts";
import { staffView } from "../views/staff-view.ts";

/** GET /admin/staff */
export const listStaffAction = ({ staff }: Pick<Deps, "staff">) =>
  implement(listStaff, async ({ params: { cursor, limit } }) => {
    const page = cursorPageOf(await staff.list(cursor, limit + 1), limit, ({ _id }) => _id);
    return { ...page, results: page.results.map(staffView) };
  });
