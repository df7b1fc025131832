import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Problem, Skeleton } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { ApiError } from "#libs/client/send.ts";
import { beginSession } from "../client/begin-session.ts";
import { isSignedIn } from "../client/browser/sign-in-mark.ts";
import { go, onward, ownPath } from "../client/navigation.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { AgreeToTerms } from "./agree-to-terms.tsx";
import { LeavingAccount } from "./leaving-account.tsx";

type SignedIn = Parameters<typeof beginSession>[0] & { readonly deletionScheduledAt?: string | null };

interface FinishProps {
  /** Path to go on to; empty: the messages. */
  readonly next: string;
  /** Called once. Null: there is nothing to finish, so the page says that the user did not sign in. */
  readonly finish: (() => Promise<SignedIn>) | null;
}

/** The end of a sign-in that came back from another page or from a mail. */
export function FinishSignIn({ next, finish }: FinishProps): VNode {
  const { t } = useReader();
  const [failure, setFailure] = useState<unknown>(null);
  const [deletedAt, setDeletedAt] = useState<string | null>(null);
  const goOn = () => go(ownPath(next, "/messages"), "replace");

  useEffect(() => {
    if (!finish) {
      if (isSignedIn()) goOn();
      return;
    }
    finish().then((signedIn) => {
      beginSession(signedIn);
      if (signedIn.deletionScheduledAt) setDeletedAt(signedIn.deletionScheduledAt);
      else goOn();
    }, setFailure);
  }, []);

  if (deletedAt !== null) return <LeavingAccount deletedAt={deletedAt} onStored={goOn} />;
  if (failure instanceof ApiError && failure.i18nKey === "auth.register.terms_required") {
    return (
      <>
        <h1 tabIndex={-1}>{t("page.login.register")}</h1>
        <AgreeToTerms next={next} />
      </>
    );
  }
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
