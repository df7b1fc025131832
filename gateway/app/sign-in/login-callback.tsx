import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Skeleton } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { completeOAuth } from "#libs/contracts/account/sign-in.ts";
import { api, session } from "../client/api.ts";
import { go, onward, ownPath } from "../client/navigation.ts";
import { rememberOwnPage } from "../client/own-page.ts";
import type { AppPage } from "../ui/app-page.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { LeavingAccount } from "./leaving-account.tsx";
import { takeNext } from "./sign-in-elsewhere.ts";

/** The page to which a sign-in provider redirects the browser: one of `provider.oauth_redirect_uris`. */
export default function LoginCallback({ query }: AppPage): VNode {
  const { t } = useReader();
  const [failure, setFailure] = useState<unknown>(null);
  const [deletedAt, setDeletedAt] = useState<string | null>(null);
  const [next] = useState(() => takeNext(query.get("state") ?? ""));
  const goOn = () => go(ownPath(next, "/messages"), "replace");

  useEffect(() => {
    const body = { code: query.get("code") ?? "", state: query.get("state") ?? "" };
    api.call(completeOAuth, body).then(({ accessToken, expiresIn, deletionScheduledAt }) => {
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
