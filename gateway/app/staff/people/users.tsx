import type { VNode } from "preact";
import { Time } from "#gateway/ui/parts/values.tsx";
import { listUsers, MIN_EMAIL_PREFIX, MIN_USERNAME_PREFIX } from "#libs/contracts/account/users.ts";
import { orNull } from "../../client/or-null.ts";
import { casesPage } from "../parts/cases.tsx";
import { PersonName } from "../parts/person.tsx";
import { staffApi } from "../staff-session.ts";
import { USER_OPTIONS, UserState } from "./states.tsx";
import { type User, userOf } from "./user.ts";
import { UserCase } from "./user-case.tsx";

const usersOf = (query: Readonly<Record<string, unknown>>) => staffApi.call(listUsers, query);

type Row = Awaited<ReturnType<typeof usersOf>>["results"][number];

/** Users by the beginning of their address or username, and one of them. */
export default casesPage<Row, User, never>({
  path: "/admin/users",
  title: "page.console.users",
  kind: "USER",
  none: "page.staffPeople.noneFound",
  notFound: "page.staffPeople.noUser",
  search: [
    { name: "email", label: "page.staffPeople.emailBeginning", minLength: MIN_EMAIL_PREFIX },
    { name: "username", label: "page.staffPeople.nameBeginning", minLength: MIN_USERNAME_PREFIX },
    { name: "status", label: "page.console.state", options: USER_OPTIONS },
  ],
  async list({ cursor, limit, filters }) {
    const { results, nextCursor } = await usersOf({ ...filters, cursor, limit });
    return { items: results, nextCursor };
  },
  find: (userId) => orNull(userOf(userId), 400, 404),
  whole: () => null,
  idOf: ({ id }) => id,
  usersIn: ({ id }) => [id],
  Row: UserRow,
  Case: UserCase,
});

function UserRow({ item: { id, email, status, createdAt } }: { readonly item: Row }): VNode {
  return (
    <>
      <span class="text">
        <span>
          <PersonName userId={id} />
        </span>
        <span class="hint">
          <bdi dir="ltr">{email}</bdi>
        </span>
      </span>
      <span class="end">
        <UserState state={status} />
        <span class="hint">
          <Time at={createdAt} as="date" />
        </span>
      </span>
    </>
  );
}
