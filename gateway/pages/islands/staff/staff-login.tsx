import type { TargetedEvent, VNode } from "preact";
import { useState } from "preact/hooks";
import { ApiError, createClient } from "#libs/client/index.ts";
import { Button, Field } from "../../parts/controls.tsx";
import { useReader } from "../../parts/reader.tsx";
import { withCaptcha } from "../captcha.ts";
import { ErrorNote } from "../error-note.tsx";
import { go, nextPath } from "../navigation.ts";
import { useWork } from "../use-work.ts";
import type { StaffPage } from "./staff-page.ts";
import { signIn } from "./staff-session.ts";

const anonymous = createClient("/api/v1");

/** Signs a member of the staff in, and goes on where they wanted to be. */
export default function StaffLogin({ query }: StaffPage): VNode {
  const { t } = useReader();
  const [email, setEmail] = useState("");
  const { busy, failure, run } = useWork();
  const send = (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const body = { email: String(fields.get("email")), password: String(fields.get("password")) };
    setEmail(body.email);
    void run(async () => {
      await withCaptcha(anonymous, (captchaToken) => signIn(captchaToken ? { ...body, captchaToken } : body));
      go(nextPath(query, "/admin"), "replace");
    });
  };
  const wrong = failure instanceof ApiError && failure.i18nKey === "auth.login.invalid_credentials" ? failure.message : null;
  return (
    <>
      <h1 tabIndex={-1}>{t("page.console.signIn")}</h1>
      {failure !== null && wrong === null && <ErrorNote error={failure} />}
      <form onSubmit={send}>
        <Field label={t("page.login.email")} name="email" type="email" value={email} autocomplete="username" dir="ltr" required />
        <Field label={t("page.login.password")} name="password" type="password" problem={wrong} autocomplete="current-password" required />
        <p class="actions">
          <Button type="submit" kind="primary" busy={busy}>
            {t("page.login.signIn")}
          </Button>
          <a class="button quiet" href="/forgot-password">
            {t("page.login.forgot")}
          </a>
        </p>
      </form>
    </>
  );
}
