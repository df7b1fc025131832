import type { TargetedEvent, VNode } from "preact";
import { useState } from "preact/hooks";
import { ApiError, dataOf } from "#libs/client/index.ts";
import { Button, Field } from "../parts/controls.tsx";
import { useReader } from "../parts/reader.tsx";
import { Sentence } from "../parts/sentence.tsx";
import type { AppPage } from "./app-page.ts";
import { withCaptcha } from "./captcha.ts";
import { ErrorNote } from "./error-note.tsx";
import { LeavingAccount } from "./leaving-account.tsx";
import { go, nextPath } from "./navigation.ts";
import { rememberOwnPage } from "./own-page.ts";
import { signInElsewhere } from "./sign-in-elsewhere.ts";
import { api, pageData, session } from "./surroundings.ts";

/** Signs in and goes on where the reader wanted to be. */
export default function Login({ query }: AppPage): VNode {
  const { t } = useReader();
  const [busy, setBusy] = useState(false);
  const [email, setEmail] = useState("");
  const [failure, setFailure] = useState<unknown>(null);
  const [deletedAt, setDeletedAt] = useState<string | null>(null);
  const goOn = () => go(nextPath(query, "/messages"), "replace");

  const attempt = (work: () => Promise<void>) => {
    setBusy(true);
    setFailure(null);
    work().catch((error: unknown) => {
      setFailure(error);
      setBusy(false);
    });
  };
  const signIn = (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const body = { email: String(fields.get("email")), password: String(fields.get("password")) };
    setEmail(body.email);
    attempt(async () => {
      const { accessToken, expiresIn, deletionScheduledAt } = await dataOf(
        withCaptcha(api, (captchaToken) => api.POST("/auth/login", { body: captchaToken ? { ...body, captchaToken } : body })),
      );
      session.begin(accessToken, expiresIn);
      void rememberOwnPage();
      if (deletionScheduledAt) setDeletedAt(deletionScheduledAt);
      else goOn();
    });
  };

  if (deletedAt !== null) return <LeavingAccount deletedAt={deletedAt} onKept={goOn} />;
  const wrong = failure instanceof ApiError && failure.i18nKey === "auth.login.invalid_credentials" ? failure.message : null;
  return (
    <>
      <h1 tabIndex={-1}>{t("page.login.title")}</h1>
      {failure !== null && wrong === null && <ErrorNote error={failure} />}
      {failure instanceof ApiError && failure.i18nKey === "auth.account.suspended" && <SuspendedHint />}
      <form onSubmit={signIn}>
        <Field label={t("page.login.email")} name="email" type="email" value={email} autocomplete="username webauthn" dir="ltr" required />
        <Field label={t("page.login.password")} name="password" type="password" problem={wrong} autocomplete="current-password" required />
        <p class="actions">
          <Button type="submit" kind="primary" busy={busy}>
            {t("page.login.signIn")}
          </Button>
          {pageData.signInElsewhere && (
            <Button busy={busy} onClick={() => attempt(() => signInElsewhere(query.get("next") ?? ""))}>
              {t("page.login.elsewhere")}
            </Button>
          )}
        </p>
        <p class="actions">
          <a class="button quiet" href="/forgot-password">
            {t("page.login.forgot")}
          </a>
          <a class="button quiet" href={`/register${location.search}`}>
            {t("page.login.register")}
          </a>
        </p>
      </form>
    </>
  );
}

/** The interface answers nothing to whoever is suspended; the address for support does. */
function SuspendedHint(): VNode | null {
  const email = pageData.issuer?.email ?? "";
  if (email === "") return null;
  const link = (
    <a href={`mailto:${email}`}>
      <bdi dir="ltr">{email}</bdi>
    </a>
  );
  return (
    <p>
      <Sentence of="page.login.suspended" parts={{ email: link }} />
    </p>
  );
}
