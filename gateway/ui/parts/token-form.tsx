import type { ComponentChildren, TargetedEvent, VNode } from "preact";
import { Button, Field, Problem } from "./controls.tsx";
import { useReader } from "./reader.tsx";

interface TokenFormProps {
  /** Path of the page that does it. */
  readonly action: string;
  readonly button: string;
  /** What the form asks for besides the code. */
  readonly children?: ComponentChildren;
  /** The code, when the form is shown again. */
  readonly token?: string;
}

/** Acts with the token of a mail when its button is pressed, and never before: programs that look for viruses open links. */
export function TokenForm({ action, button, children, token = "" }: TokenFormProps): VNode {
  const { t } = useReader();
  return (
    <form method="post" action={action}>
      <Field
        label={t("page.token.code")}
        hint={t("page.token.codeHint")}
        name="token"
        value={token}
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
  readonly problem?: string | null;
  /** The interface may ask for a captcha, which the script of the page solves. */
  readonly needsCaptcha?: true;
}

/** Asks for a mail. */
export function EmailForm({ action, button, email = "", problem = null, needsCaptcha }: EmailFormProps): VNode {
  const { t } = useReader();
  return (
    <form method="post" action={action} data-captcha={needsCaptcha}>
      <Field
        label={t("page.login.email")}
        name="email"
        type="email"
        value={email}
        problem={problem}
        autocomplete="email"
        dir="ltr"
        required
      />
      {needsCaptcha && <input type="hidden" name="captchaToken" value="" />}
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
  readonly onSubmit?: (event: TargetedEvent<HTMLFormElement>) => void;
}

/** Sends the mail that confirms an address once more: the first one may be lost. */
export function AgainForm({ email, busy = false, onSubmit }: AgainFormProps): VNode {
  const { t } = useReader();
  return (
    <form method="post" action="/verify-email" onSubmit={onSubmit}>
      <input type="hidden" name="email" value={email} />
      <p class="actions">
        <Button type="submit" kind="quiet" busy={busy}>
          {t("page.token.newLink")}
        </Button>
      </p>
    </form>
  );
}

/** What somebody reads whose link is spent or too old, with the way to a new one. */
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
