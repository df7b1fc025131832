import type { ComponentChildren, FormHTMLAttributes, VNode } from "preact";
import { Button } from "../parts/controls.tsx";
import { Field } from "../parts/fields.tsx";
import { useReader } from "../parts/reader.tsx";
import { Terms } from "./terms.tsx";

const [MIN_CHARACTERS, MAX_CHARACTERS] = [8, 256];

interface RegisterFormProps {
  readonly name?: string;
  readonly email?: string;
  /** What was refused about no field. */
  readonly refused?: ComponentChildren;
  readonly busy?: boolean;
  /** Of the element, where a script sends the form. */
  readonly attributes?: FormHTMLAttributes;
}

/** The form for a new account. */
export function RegisterForm({ name = "", email = "", refused, busy = false, attributes }: RegisterFormProps): VNode {
  const { t } = useReader();
  return (
    <form method="post" action="/register" id="register" {...attributes}>
      <Field label={t("page.register.name")} name="displayName" value={name} autocomplete="name" maxLength={100} dir="auto" />
      <Field label={t("page.login.email")} name="email" type="email" value={email} autocomplete="username" dir="ltr" required />
      <Field
        label={t("page.login.password")}
        hint={t("page.register.passwordHint")}
        name="password"
        type="password"
        autocomplete="new-password"
        minLength={MIN_CHARACTERS}
        maxLength={MAX_CHARACTERS}
        required
      />
      <Terms />
      {refused}
      <p class="actions">
        <Button type="submit" kind="primary" busy={busy}>
          {t("page.login.register")}
        </Button>
        <a class="button quiet" href="/login">
          {t("page.register.haveAccount")}
        </a>
      </p>
    </form>
  );
}
