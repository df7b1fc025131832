import { hydrate, type TargetedEvent, type VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { signInAddress } from "#gateway/ui/parts/confirmed-address.tsx";
import { Button, Field, Problem } from "#gateway/ui/parts/controls.tsx";
import { MailboxLink } from "#gateway/ui/parts/mailbox-link.tsx";
import { ReaderContext, useReader } from "#gateway/ui/parts/reader.tsx";
import { RegisterForm } from "#gateway/ui/parts/register-form.tsx";
import { AgainForm } from "#gateway/ui/parts/token-form.tsx";
import { pastedToken } from "#gateway/ui/pasted-token.ts";
import { registerProblems } from "#gateway/ui/register-problems.ts";
import { ApiError } from "#libs/client/send.ts";
import { register, resendVerification } from "#libs/contracts/account/index.ts";
import { api, pageData } from "../client/api.ts";
import { isSignedIn, onSignInElsewhere } from "../client/browser/sign-in-mark.ts";
import { signInObstacle } from "../client/browser/sign-in-obstacle.ts";
import { keepTranslatedTexts } from "../client/browser/translated-texts.ts";
import { go, nextPath } from "../client/navigation.ts";
import { reader } from "../client/visitor.ts";
import { withCaptcha } from "../ui/captcha.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { focusFirstProblem } from "../ui/first-problem.ts";
import { useWork } from "../ui/use-work.ts";
import { confirmAddress } from "./confirm-address.ts";

/** Creates an account and asks for the mailed code in place, which signs in. */
function Register(): VNode {
  const { t } = useReader();
  const [email, setEmail] = useState<string | null>(null);
  const [obstacle] = useState(signInObstacle);
  if (obstacle !== null) {
    return (
      <>
        <h1 tabIndex={-1}>{t("page.login.register")}</h1>
        <Problem>{t(obstacle)}</Problem>
      </>
    );
  }
  return email === null ? <NewAccount onDone={setEmail} /> : <EnterCode email={email} />;
}

function NewAccount({ onDone }: { readonly onDone: (email: string) => void }): VNode {
  const { t, locale } = useReader();
  const [given, setGiven] = useState({ name: "", email: "" });
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);

  const submit = async (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const [name, email, password] = ["displayName", "email", "password"].map((field) => String(fields.get(field))) as [
      string,
      string,
      string,
    ];
    const displayName = name.trim() === "" ? {} : { displayName: name };
    setGiven({ name, email });
    setFailure(null);
    setBusy(true);
    try {
      await withCaptcha(api, (captchaToken) =>
        api.call(register, { email, password, locale, ...displayName, ...(captchaToken ? { captchaToken } : {}) }),
      );
      onDone(email);
    } catch (error) {
      setFailure(error);
      setBusy(false);
      focusFirstProblem();
    }
  };

  const problems =
    failure instanceof ApiError ? registerProblems(t, { key: failure.i18nKey, message: failure.message, details: failure.details }) : null;
  return (
    <>
      <h1 tabIndex={-1}>{t("page.login.register")}</h1>
      {failure !== null && problems === null && <ErrorNote error={failure} />}
      <RegisterForm {...given} {...problems} busy={busy} onSubmit={submit} />
    </>
  );
}

function EnterCode({ email }: { readonly email: string }): VNode {
  const { t } = useReader();
  const [isConfirmed, setConfirmed] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);

  const confirm = async (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault();
    const token = pastedToken(String(new FormData(event.currentTarget).get("token")));
    setFailure(null);
    setBusy(true);
    try {
      const { email, isSignedIn } = await confirmAddress(token);
      const next = nextPath(new URLSearchParams(location.search), "/messages");
      go(isSignedIn ? next : signInAddress(email, next), "replace");
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };

  // The link of the mail has opened another tab.
  useEffect(() => onSignInElsewhere(() => setConfirmed(isSignedIn())), []);
  if (isConfirmed) {
    return (
      <>
        <h1 tabIndex={-1}>{t("page.verify.done")}</h1>
        <p class="actions">
          <a class="button primary" href={nextPath(new URLSearchParams(location.search), "/messages")}>
            {t("page.become.continue")}
          </a>
        </p>
      </>
    );
  }
  return (
    <>
      <h1 tabIndex={-1}>{t("page.token.sent")}</h1>
      <p role="status">{t("page.register.sentHint", { email })}</p>
      {pageData.hasMailbox && <MailboxLink />}
      {failure !== null && <ErrorNote error={failure} />}
      <form onSubmit={confirm}>
        <Field
          label={t("page.token.code")}
          hint={t("page.token.codeHint")}
          name="token"
          autocomplete="one-time-code"
          spellcheck={false}
          dir="ltr"
          required
        />
        <p class="actions">
          <Button type="submit" kind="primary" busy={busy}>
            {t("page.verify.confirm")}
          </Button>
        </p>
      </form>
      <SendAgain email={email} onSent={() => setFailure(null)} />
    </>
  );
}

interface SendAgainProps {
  readonly email: string;
  /** What was wrong with the last code no longer matters. */
  onSent(): void;
}

function SendAgain({ email, onSent }: SendAgainProps): VNode {
  const { t } = useReader();
  const { busy, failure, run } = useWork();
  const [isSent, setSent] = useState(false);
  const send = async (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSent(false);
    const isDone = await run(() => api.call(resendVerification, { email }));
    setSent(isDone);
    if (isDone) onSent();
  };
  return (
    <>
      {failure !== null && <ErrorNote error={failure} />}
      <AgainForm email={email} busy={busy} onSubmit={send} />
      <p role="status">{isSent && t("page.token.sentHint")}</p>
    </>
  );
}

const main = document.getElementById("main");
if (main) {
  const about = await reader();
  if (signInObstacle() !== null) main.replaceChildren();
  keepTranslatedTexts(main);
  // Input typed before the script loaded is preserved.
  hydrate(
    <ReaderContext.Provider value={about}>
      <Register />
    </ReaderContext.Provider>,
    main,
  );
}
