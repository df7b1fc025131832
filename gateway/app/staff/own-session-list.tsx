import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { listAdminSessions, revokeAdminSession } from "#libs/contracts/account/admin.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { Loaded, useQuery } from "../ui/use-query.tsx";
import { SessionText } from "./session-text.tsx";
import { staffApi } from "./staff-session.ts";

/** The open admin sessions of the reader, each with a button that ends it. */
export function OwnSessionList(): VNode {
  const { t } = useReader();
  const query = useQuery("own sessions", () => staffApi.call(listAdminSessions));
  const [failure, setFailure] = useState<unknown>(null);
  const end = (sessionId: string) => {
    setFailure(null);
    staffApi.call(revokeAdminSession, { sessionId }).then(query.reload, setFailure);
  };
  return (
    <>
      {failure !== null && <ErrorNote error={failure} />}
      <Loaded query={query} lines={2}>
        {(sessions) => (
          <ul class="list">
            {sessions.map((session) => (
              <li key={session.id} class="item" data-id={session.id}>
                <SessionText of={session} />
                {!session.current && <Button onClick={() => end(session.id)}>{t("page.settings.endSession")}</Button>}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </>
  );
}
