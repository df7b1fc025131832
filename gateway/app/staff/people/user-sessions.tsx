import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Badge } from "#gateway/ui/parts/values.tsx";
import { listUserSessions, revokeUserSessions } from "#libs/contracts/account/users.ts";
import { Loaded, useQuery } from "../../ui/use-query.tsx";
import { Decision } from "../parts/decision.tsx";
import { Person, PersonName } from "../parts/person.tsx";
import { useStaff } from "../parts/staff.ts";
import { SessionText } from "../session-text.tsx";
import { staffApi } from "../staff-session.ts";
import { MAX_REASON, ReadBy, Title } from "./steps.tsx";

/** Where a user is signed in, and the buttons that end it: of colleagues for super admins, and never one's own. */
export function UserSessions({ userId, isStaff }: { readonly userId: string; readonly isStaff: boolean }): VNode {
  const { t } = useReader();
  const { me, may } = useStaff();
  const query = useQuery(`sessions ${userId}`, () => staffApi.call(listUserSessions, { userId }));
  /** Id of a session; "all"; null: no dialog is open. */
  const [open, setOpen] = useState<string | null>(null);
  const mayEnd = may(revokeUserSessions) && userId !== me.id && (!isStaff || me.roles.includes("SUPER_ADMIN"));
  return (
    <Loaded query={query} lines={2}>
      {(sessions) => (
        <>
          {sessions.length === 0 && <p>{t("page.staffPeople.nothing")}</p>}
          <ul class="list">
            {sessions.map((session) => (
              <li key={session.id} class="item" data-id={session.id}>
                <SessionText of={session} />
                {session.kind === "ADMIN" && <Badge kind="neutral">{t("page.staffPeople.adminSession")}</Badge>}
                {mayEnd && <Button onClick={() => setOpen(session.id)}>{t("page.settings.endSession")}</Button>}
              </li>
            ))}
          </ul>
          {mayEnd && sessions.length > 0 && (
            <p class="actions">
              <Button kind="danger" onClick={() => setOpen("all")}>
                {t("page.staffPeople.endSessions")}
              </Button>
            </p>
          )}
          {open !== null && (
            <EndSessions userId={userId} sessionId={open === "all" ? undefined : open} done={query.reload} close={() => setOpen(null)} />
          )}
        </>
      )}
    </Loaded>
  );
}

interface EndProps {
  readonly userId: string;
  /** All when absent. */
  readonly sessionId: string | undefined;
  done(): void;
  close(): void;
}

function EndSessions({ userId, sessionId, done, close }: EndProps): VNode {
  const { t } = useReader();
  const name = <PersonName userId={userId} />;
  const verb = t(sessionId === undefined ? "page.staffPeople.endSessions" : "page.settings.endSession");
  const chosen = sessionId === undefined ? {} : { sessionId };
  return (
    <Decision
      id={["sessions", userId]}
      title={<Title verb={verb} userId={userId} />}
      verb={verb}
      kind="danger"
      facts={[[t("page.support.asker"), <Person key="person" userId={userId} isPlain />]]}
      reason={{ readBy: <ReadBy reader="staff" name={name} />, maxLength: MAX_REASON }}
      send={(reason, idempotencyKey) => staffApi.call(revokeUserSessions, { userId, ...chosen, reason }, { idempotencyKey })}
      meanwhile={async () => null}
      done={done}
      close={close}
    >
      <Sentence of="page.staffPeople.endSessionsWhat" parts={{ name }} />
    </Decision>
  );
}
