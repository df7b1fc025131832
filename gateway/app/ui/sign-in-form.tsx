import type { ComponentChildren, TargetedEvent, VNode } from "preact";
import { useState } from "preact/hooks";
import { Button, Field, Problem } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { ApiError } from "#libs/client/send.ts";
import { signInObstacle } from "../client/browser/sign-in-obstacle.ts";
import { ErrorNote } from "./error-note.tsx";

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

interface SignInFormProps {
  readonly busy: boolean;
  readonly failure: unknown;
  /** Value of the autocomplete attribute of the address field. */
  readonly autocomplete: "username" | "username webauthn";
  send(credentials: Credentials): void;
  /** Explanation beside an error. */
  readonly explanation?: ComponentChildren;
  /** Another way to sign in. */
  readonly otherWay?: ComponentChildren;
  /** Links beside the one for a forgotten password. */
  readonly links?: ComponentChildren;
}

/** The address that the page before has filled in after `#`. */
const filledIn = (): string => new URLSearchParams(location.hash.slice(1)).get("email") ?? "";

/** Address and password. Wrong credentials are reported at the field. A browser that cannot keep a session gets the reason instead. */
export function SignInForm({ busy, failure, autocomplete, send, explanation, otherWay, links }: SignInFormProps): VNode {
  const { t } = useReader();
  const [email, setEmail] = useState(filledIn);
  const [obstacle] = useState(signInObstacle);
  const submit = (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const credentials = { email: String(fields.get("email")), password: String(fields.get("password")) };
    setEmail(credentials.email);
    send(credentials);
  };
  const wrong = failure instanceof ApiError && failure.i18nKey === "auth.login.invalid_credentials" ? failure.message : null;
  if (obstacle !== null) return <Problem>{t(obstacle)}</Problem>;
  return (
    <>
      {failure !== null && wrong === null && <ErrorNote error={failure} />}
      {explanation}
      <form onSubmit={submit}>
        <Field label={t("page.login.email")} name="email" type="email" value={email} autocomplete={autocomplete} dir="ltr" required />
        <Field label={t("page.login.password")} name="password" type="password" problem={wrong} autocomplete="current-password" required />
        <p class="actions">
          <Button type="submit" kind="primary" busy={busy}>
            {t("page.login.signIn")}
          </Button>
          {otherWay}
        </p>
        <p class="actions">
          <a class="button quiet" href="/forgot-password">
            {t("page.login.forgot")}
          </a>
          {links}
        </p>
      </form>
    </>
  );
}
