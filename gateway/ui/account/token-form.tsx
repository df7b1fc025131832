import type { ComponentChildren, FormHTMLAttributes, VNode } from "preact";
import { Button, Problem } from "../parts/controls.tsx";
import { Field } from "../parts/fields.tsx";
import { useReader } from "../parts/reader.tsx";

interface TokenFormProps {
  /** Path that the form is sent to. */
  readonly action: string;
  readonly button: string;
  /** Further fields of the form. */
  readonly children?: ComponentChildren;
  /** The page that says what was refused has the code again, behind `#`: the address alone opens nothing. */
  readonly keepsCode?: true;
}

/** Sends the token of a mail only when its button is pressed, because virus scanners open links. */
export function TokenForm({ action, button, children, keepsCode }: TokenFormProps): VNode {
  const { t } = useReader();
  return (
    <form method="post" action={action} data-keeps-code={keepsCode}>
      <Field
        label={t("page.token.code")}
        hint={t("page.token.codeHint")}
        name="token"
        autocomplete="one-time-code"
        spellcheck={false}
        dir="ltr"
        required
      />
      {children}
      <p class="actions">
        <Button type="submit" kind="primary">
          {button}
        </Button>
      </p>
    </form>
  );
}

interface EmailFormProps {
  readonly action: string;
  readonly button: string;
  readonly email?: string;
  /** What was refused about no field. */
  readonly refused?: ComponentChildren;
  /** The API may require a captcha, which the script of the page solves. */
  readonly needsCaptcha?: true;
}

/** A form that requests a mail. */
export function EmailForm({ action, button, email = "", refused, needsCaptcha }: EmailFormProps): VNode {
  const { t } = useReader();
  return (
    <form method="post" action={action} data-captcha={needsCaptcha}>
      <Field label={t("page.login.email")} name="email" type="email" value={email} autocomplete="email" dir="ltr" required />
      {needsCaptcha && <input type="hidden" name="captchaToken" value="" />}
      {refused}
      <p class="actions">
        <Button type="submit" kind="primary">
          {button}
        </Button>
      </p>
    </form>
  );
}

interface AgainFormProps {
  readonly email: string;
  readonly busy?: boolean;
  readonly refused?: ComponentChildren;
  /** Of the element, where a script sends the form. */
  readonly attributes?: FormHTMLAttributes;
}

/** Requests the confirmation mail again, because the first one may be lost. */
export function AgainForm({ email, busy = false, refused, attributes }: AgainFormProps): VNode {
  const { t } = useReader();
  return (
    <form method="post" action="/verify-email" {...attributes}>
      <input type="hidden" name="email" value={email} />
      {refused}
      <p class="actions">
        <Button type="submit" kind="quiet" busy={busy}>
          {t("page.token.newLink")}
        </Button>
      </p>
    </form>
  );
}

/** Shown for a used or expired link, with a way to get a new one. */
export function EndedLink({ children }: { readonly children: ComponentChildren }): VNode {
  const { t } = useReader();
  return (
    <>
      <h1>{t("page.token.ended")}</h1>
      <Problem>{t("page.token.endedHint")}</Problem>
      {children}
    </>
  );
}
