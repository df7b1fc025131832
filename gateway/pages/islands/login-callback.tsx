import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { dataOf } from "#libs/client/index.ts";
import { Skeleton } from "../parts/controls.tsx";
import { useReader } from "../parts/reader.tsx";
import type { AppPage } from "./app-page.ts";
import { ErrorNote } from "./error-note.tsx";
import { LeavingAccount } from "./leaving-account.tsx";
import { go, onward, ownPath } from "./navigation.ts";
import { rememberOwnPage } from "./own-page.ts";
import { takeNext } from "./sign-in-elsewhere.ts";
import { api, session } from "./surroundings.ts";

/** Where the provider of a sign-in sends the browser back to: one of `provider.oauth_redirect_uris`. */
export default function LoginCallback({ query }: AppPage): VNode {
  const { t } = useReader();
  const [failure, setFailure] = useState<unknown>(null);
  const [deletedAt, setDeletedAt] = useState<string | null>(null);
  const [next] = useState(() => takeNext(query.get("state") ?? ""));
  const goOn = () => go(ownPath(next, "/messages"), "replace");

  useEffect(() => {
    const body = { code: query.get("code") ?? "", state: query.get("state") ?? "" };
    dataOf(api.POST("/auth/oauth/callback", { body })).then(({ accessToken, expiresIn, deletionScheduledAt }) => {
      session.begin(accessToken, expiresIn);
      void rememberOwnPage();
      if (deletionScheduledAt) setDeletedAt(deletionScheduledAt);
      else goOn();
    }, setFailure);
  }, []);

  if (deletedAt !== null) return <LeavingAccount deletedAt={deletedAt} onKept={goOn} />;
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
