import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Badge } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { nameOf, type StaffName } from "./names.ts";
import { useStaff } from "./staff.ts";

/** Signs of an id that are shown instead of a name. */
const SHORT = 8;

const STATES = {
  SUSPENDED: "page.console.userSuspended",
  BANNED: "page.console.userBanned",
  DEACTIVATED: "page.console.userLeaving",
  DELETED: "page.console.userDeleted",
} as const satisfies Record<Exclude<StaffName["status"], "ACTIVE">, TextKey>;

interface PersonProps {
  readonly userId: string;
  /** Inside a row that is a link itself. */
  readonly isPlain?: boolean;
}

/** A user by name, with a badge unless the account is active, leading to the page of the user. */
export function Person({ userId, isPlain = false }: PersonProps): VNode {
  const { t } = useReader();
  const { hrefOf } = useStaff();
  const href = isPlain ? null : hrefOf("USER", userId);
  const status = nameOf(userId)?.status ?? "ACTIVE";
  const shown = <PersonName userId={userId} />;
  return (
    <>
      {href === null ? shown : <a href={href}>{shown}</a>}
      {status !== "ACTIVE" && (
        <>
          {" "}
          <Badge kind="warn">{t(STATES[status])}</Badge>
        </>
      )}
    </>
  );
}

/** The name of a user; without one, the beginning of the id. */
export function PersonName({ userId }: Pick<PersonProps, "userId">): VNode {
  const { username = null, displayName = null } = nameOf(userId) ?? {};
  if (username === null && displayName === null) return <code dir="ltr">{userId.slice(0, SHORT)}</code>;
  const address = username === null ? null : `@${username}`;
  return (
    <>
      <bdi>{displayName ?? address}</bdi>
      {displayName !== null && address !== null && (
        <>
          {" "}
          <bdi dir="ltr" class="hint">
            {address}
          </bdi>
        </>
      )}
    </>
  );
}
