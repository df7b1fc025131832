import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Problem, Skeleton } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { completeOAuth } from "#libs/contracts/account/sign-in.ts";
import { api } from "../client/api.ts";
import { beginSession } from "../client/begin-session.ts";
import { isSignedIn } from "../client/browser/sign-in-mark.ts";
import { go, onward, ownPath } from "../client/navigation.ts";
import type { AppPage } from "../ui/app-page.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { LeavingAccount } from "./leaving-account.tsx";
import { takeSignIn } from "./sign-in-elsewhere.ts";

/**
 * The page to which a sign-in provider redirects the browser: one of `provider.oauth_redirect_uris`. Without a code, or when no sign-in was
 * begun here with the state, nothing is sent: the user has refused, the provider has failed, or the page was loaded again.
 */
export default function LoginCallback({ query }: AppPage): VNode {
  const { t } = useReader();
  const [failure, setFailure] = useState<unknown>(null);
  const [deletedAt, setDeletedAt] = useState<string | null>(null);
  const [begun] = useState(() => takeSignIn(query.get("state") ?? ""));
  const code = begun && query.get("code");
  const next = begun?.next ?? "";
  const goOn = () => go(ownPath(next, "/messages"), "replace");

  useEffect(() => {
    if (!code) {
      if (isSignedIn()) goOn();
      return;
    }
    api.call(completeOAuth, { code, state: query.get("state") ?? "" }).then((signedIn) => {
      beginSession(signedIn);
      if (signedIn.deletionScheduledAt) setDeletedAt(signedIn.deletionScheduledAt);
      else goOn();
    }, setFailure);
  }, []);

  if (deletedAt !== null) return <LeavingAccount deletedAt={deletedAt} onStored={goOn} />;
  return (
    <>
      <h1 tabIndex={-1}>{t("page.login.title")}</h1>
      {code && failure === null ? (
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
