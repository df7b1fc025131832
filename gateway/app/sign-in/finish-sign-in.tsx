import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Problem, Skeleton } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { confirmOAuth } from "#libs/contracts/account/sign-in.ts";
import { api } from "../client/api.ts";
import { beginSession } from "../client/begin-session.ts";
import { isSignedIn } from "../client/browser/sign-in-mark.ts";
import { go, onward, ownPath } from "../client/navigation.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { CodeForm } from "./code-form.tsx";
import { LeavingAccount } from "./leaving-account.tsx";

/** The end of a sign-in: its tokens, or the challenge that asks for the code of a mail. */
interface Ended {
  readonly accessToken?: string | undefined;
  readonly expiresIn?: number | undefined;
  readonly deletionScheduledAt?: string | null | undefined;
  readonly challengeToken?: string | undefined;
}

interface FinishProps {
  /** Path to go on to; empty: the messages. */
  readonly next: string;
  /** Called once. Null: there is nothing to finish, so the page says that the user did not sign in. */
  readonly finish: (() => Promise<Ended>) | null;
}

/** The end of a sign-in that came back from another page. */
export function FinishSignIn({ next, finish }: FinishProps): VNode {
  const { t } = useReader();
  const [failure, setFailure] = useState<unknown>(null);
  const [deletedAt, setDeletedAt] = useState<string | null>(null);
  const [challengeToken, setChallengeToken] = useState<string | null>(null);
  const goOn = () => go(ownPath(next, "/messages"), "replace");

  const end = ({ accessToken, expiresIn, deletionScheduledAt = null, challengeToken: asked }: Ended) => {
    if (asked !== undefined) return setChallengeToken(asked);
    if (accessToken !== undefined && expiresIn !== undefined) beginSession({ accessToken, expiresIn });
    if (deletionScheduledAt === null) goOn();
    else setDeletedAt(deletionScheduledAt);
  };

  useEffect(() => {
    if (!finish) {
      if (isSignedIn()) goOn();
      return;
    }
    finish().then(end, setFailure);
  }, []);

  if (deletedAt !== null) return <LeavingAccount deletedAt={deletedAt} onStored={goOn} />;
  if (challengeToken !== null) return <CodeForm send={async (code) => end(await api.call(confirmOAuth, { challengeToken, code }))} />;
  return (
    <>
      <h1 tabIndex={-1}>{t("page.login.title")}</h1>
      {finish && failure === null ? (
        <Skeleton lines={3} />
      ) : (
        <>
          {failure === null ? <Problem>{t("page.login.notSignedIn")}</Problem> : <ErrorNote error={failure} />}
          <p class="actions">
            <a class="button primary" href={`/login${onward(next)}`}>
              {t("page.login.signIn")}
            </a>
            <a class="button quiet" href={ownPath(next, "/")}>
              {t("page.login.back")}
            </a>
          </p>
        </>
      )}
    </>
  );
}
