import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Skeleton } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { session } from "../client/api.ts";
import { go, onward, ownPath } from "../client/navigation.ts";
import { rememberOwnPage } from "../client/own-page.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { LeavingAccount } from "./leaving-account.tsx";

interface FinishProps {
  /** Path to go on to; empty: the messages. */
  readonly next: string;
  /** Called once. */
  finish(): Promise<{ readonly accessToken: string; readonly expiresIn: number; readonly deletionScheduledAt?: string | null }>;
}

/** The end of a sign-in that came back from another page or from a mail. */
export function FinishSignIn({ next, finish }: FinishProps): VNode {
  const { t } = useReader();
  const [failure, setFailure] = useState<unknown>(null);
  const [deletedAt, setDeletedAt] = useState<string | null>(null);
  const goOn = () => go(ownPath(next, "/messages"), "replace");

  useEffect(() => {
    finish().then(({ accessToken, expiresIn, deletionScheduledAt }) => {
      session.begin(accessToken, expiresIn);
      void rememberOwnPage();
      if (deletionScheduledAt) setDeletedAt(deletionScheduledAt);
      else goOn();
    }, setFailure);
  }, []);

  if (deletedAt !== null) return <LeavingAccount deletedAt={deletedAt} onStored={goOn} />;
  return (
    <>
      <h1 tabIndex={-1}>{t("page.login.title")}</h1>
      {failure === null ? (
        <Skeleton lines={3} />
      ) : (
        <>
          <ErrorNote error={failure} />
          <p class="actions">
            <a class="button primary" href={`/login${onward(next)}`}>
              {t("page.login.signIn")}
            </a>
          </p>
        </>
      )}
    </>
  );
}
