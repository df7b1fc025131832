import { implement } from "#libs/contract-kit/implement.ts";
import { listUsers } from "#libs/contracts/account/index.ts";
import { cursorPageOf } from "#libs/kernel/paging.ts";
import type { Deps } from "../deps.ts";
import { listedUserView } from "../views/user-view.ts";

/** GET /admin/users. The audit log gets the names of the filters and the number of users, never the text that was looked for. */
export const listUsersAction = ({ userLists, audit, transaction }: Pick<Deps, "userLists" | "audit" | "transaction">) =>
  implement(listUsers, async ({ params: { cursor, limit, ...search }, caller, requestId }) => {
    const page = cursorPageOf(await userLists.list(search, cursor, limit + 1), limit, ({ _id }) => _id);
    const filters = Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    const details = { filters, found: page.results.length };
    await transaction((tx) => audit.add(tx, { actor: caller.userId, action: "account.listUsers", target: "users", details, requestId }));
    return { ...page, results: page.results.map(listedUserView) };
  });
