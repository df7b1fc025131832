import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Badge } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { nameOf, type StaffName } from "./names.ts";
import { useStaff } from "./staff.ts";

/** Signs of an id that are shown instead of a name. The last ones: the first are the time, which persons of one minute share. */
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
  /** The username that the object itself names, for readers who see no users. */
  readonly username?: string | null;
}

/** A user by name, with a badge unless active. It leads to the user, or to the wallets for those who see no users. */
export function Person({ userId, isPlain = false, username = null }: PersonProps): VNode {
  const { t } = useReader();
  const { hrefOf } = useStaff();
  const href = isPlain ? null : (hrefOf("USER", userId) ?? hrefOf("WALLET", userId));
  const status = nameOf(userId)?.status ?? "ACTIVE";
  const shown = <PersonName userId={userId} username={username} />;
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

/** The name of a user; without one, the address for readers who may see it, or the end of the id. */
export function PersonName({ userId, username: known = null }: Pick<PersonProps, "userId" | "username">): VNode {
  const { username = known, displayName = null, email } = nameOf(userId) ?? {};
  if (username === null && displayName === null && email !== undefined) return <bdi dir="ltr">{email}</bdi>;
  if (username === null && displayName === null) return <code dir="ltr">{userId.slice(-SHORT)}</code>;
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
