import type { ComponentChildren, VNode } from "preact";
import { useState } from "preact/hooks";
import { Button, Problem } from "#gateway/ui/parts/controls.tsx";
import { Field } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { signInObstacle } from "../client/browser/sign-in-obstacle.ts";
import { Form, Refused } from "./form/form.tsx";
import type { FormState } from "./form/use-form.ts";

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

interface SignInFormProps {
  readonly form: FormState;
  send(credentials: Credentials): unknown;
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
export function SignInForm({ form, send, explanation, otherWay, links }: SignInFormProps): VNode {
  const { t } = useReader();
  const [email] = useState(filledIn);
  const [obstacle] = useState(signInObstacle);
  const submit = (fields: FormData) => send({ email: String(fields.get("email")), password: String(fields.get("password")) });
  if (obstacle !== null) return <Problem>{t(obstacle)}</Problem>;
  return (
    <Form form={form} onSend={submit}>
      <Field label={t("page.login.email")} name="email" type="email" value={email} autocomplete="username webauthn" dir="ltr" required />
      <Field label={t("page.login.password")} name="password" type="password" autocomplete="current-password" required />
      <Refused />
      {explanation}
      <p class="actions">
        <Button type="submit" kind="primary" busy={form.busy}>
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
    </Form>
  );
}
