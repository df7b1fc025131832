import { hydrate, type VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { signInAddress } from "#gateway/ui/account/confirmed-address.tsx";
import { MailboxLink } from "#gateway/ui/account/mailbox-link.tsx";
import { RegisterForm } from "#gateway/ui/account/register-form.tsx";
import { AgainForm } from "#gateway/ui/account/token-form.tsx";
import { Button, Problem } from "#gateway/ui/parts/controls.tsx";
import { Field } from "#gateway/ui/parts/fields.tsx";
import { ReaderContext, useReader } from "#gateway/ui/parts/reader.tsx";
import { pastedToken } from "#gateway/ui/pasted-token.ts";
import { register, resendVerification } from "#libs/contracts/account/index.ts";
import { visitorApi } from "../client/api.ts";
import { pageData } from "../client/browser/page-data.ts";
import { isSignedIn, onSignInElsewhere } from "../client/browser/sign-in-mark.ts";
import { signInObstacle } from "../client/browser/sign-in-obstacle.ts";
import { keepTranslatedTexts } from "../client/browser/translated-texts.ts";
import { go, nextPath } from "../client/navigation.ts";
import { reader } from "../client/visitor.ts";
import { withCaptcha } from "../ui/captcha.ts";
import { Form, FormContext, Refused } from "../ui/form/form.tsx";
import { useForm } from "../ui/form/use-form.ts";
import { confirmAddress } from "./confirm-address.ts";

/** Creates an account and asks for the mailed code in place, which signs in. */
function Register(): VNode {
  const { t } = useReader();
  const [email, setEmail] = useState<string | null>(null);
  const [obstacle] = useState(signInObstacle);
  if (obstacle === null) {
    return <div class="card sole">{email === null ? <NewAccount onDone={setEmail} /> : <EnterCode email={email} />}</div>;
  }
  return (
    <div class="card sole">
      <h1 tabIndex={-1}>{t("page.login.register")}</h1>
      <Problem>{t(obstacle)}</Problem>
    </div>
  );
}

function NewAccount({ onDone }: { readonly onDone: (email: string) => void }): VNode {
  const { t, locale } = useReader();
  const form = useForm();
  const send = async (fields: FormData) => {
    const [name, email, password] = ["displayName", "email", "password"].map((field) => String(fields.get(field))) as [
      string,
      string,
      string,
    ];
    const displayName = name.trim() === "" ? {} : { displayName: name };
    const isDone = await form.run(() =>
      withCaptcha(visitorApi, (captchaToken) =>
        visitorApi.call(register, {
          email,
          password,
          locale,
          acceptTerms: true,
          ...displayName,
          ...(captchaToken ? { captchaToken } : {}),
        }),
      ),
    );
    if (isDone) onDone(email);
  };
  return (
    <>
      <h1 tabIndex={-1}>{t("page.login.register")}</h1>
      <FormContext form={form}>
        <RegisterForm busy={form.busy} attributes={form.attributesFor(send)} refused={<Refused />} />
      </FormContext>
    </>
  );
}

function EnterCode({ email }: { readonly email: string }): VNode {
  const { t } = useReader();
  const [isConfirmed, setConfirmed] = useState(false);
  const form = useForm();
  const next = nextPath(new URLSearchParams(location.search), "/messages");
  const confirm = async (fields: FormData) => {
    const confirmed = await confirmAddress(pastedToken(String(fields.get("token"))));
    go(confirmed.isSignedIn ? next : signInAddress(confirmed.email, next), "replace");
  };

  // The link of the mail has opened another tab.
  useEffect(() => onSignInElsewhere(() => setConfirmed(isSignedIn())), []);
  if (isConfirmed) {
    return (
      <>
        <h1 tabIndex={-1}>{t("page.verify.done")}</h1>
        <p class="actions">
          <a class="button primary" href={next}>
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
      <Form form={form} onSend={(fields) => form.run(() => confirm(fields))}>
        <Field
          label={t("page.token.code")}
          hint={t("page.token.codeHint")}
          name="token"
          autocomplete="one-time-code"
          spellcheck={false}
          dir="ltr"
          required
        />
        <Refused />
        <p class="actions">
          <Button type="submit" kind="primary" busy={form.busy}>
            {t("page.verify.confirm")}
          </Button>
        </p>
      </Form>
      {/* What was wrong with the last code no longer matters. */}
      <SendAgain email={email} onSent={() => form.refuse({})} />
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
  const form = useForm();
  const [isSent, setSent] = useState(false);
  const send = async () => {
    setSent(false);
    const isDone = await form.run(() => visitorApi.call(resendVerification, { email }));
    setSent(isDone);
    if (isDone) onSent();
  };
  return (
    <FormContext form={form}>
      <AgainForm email={email} busy={form.busy} attributes={form.attributesFor(send)} refused={<Refused />} />
      <p role="status">{isSent && t("page.token.sentHint")}</p>
    </FormContext>
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
