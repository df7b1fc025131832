import type { ComponentChildren } from "preact";
import { MailboxLink } from "#gateway/ui/account/mailbox-link.tsx";
import { EmailForm } from "#gateway/ui/account/token-form.tsx";
import { forgotPassword } from "#libs/contracts/account/index.ts";
import type { Page, PageContext } from "../page.ts";
import { Again, titled } from "./token-page.tsx";

const PATH = "/forgot-password";

const form = ({ t }: PageContext, email = "", refused: ComponentChildren = null) => (
  <>
    <p>{t("page.forgot.hint")}</p>
    <EmailForm action={PATH} button={t("page.forgot.send")} email={email} refused={refused} needsCaptcha />
  </>
);

/** Sends a link to set a new password. The response is the same for every address, so it reveals no accounts. */
export const forgotPasswordPage: Page = {
  path: PATH,
  shell: "public",
  view: (context) => titled(context.t("page.login.forgot"), form(context)),
  form: {
    keeps: ["email"],
    refusals: ["error.validation_failed", "auth.captcha.required", "auth.captcha.invalid"],
    send: (fields, { ask }) =>
      ask(forgotPassword, { email: fields.get("email") ?? "", captchaToken: fields.get("captchaToken") || undefined }),
    outcome({ refusal, fields: { email = "" } }, context) {
      const { t, mailFolder } = context;
      if (refusal) {
        const again = <Again {...{ context, refusal }} fields={["email"]} form={(refused) => form(context, email, refused)} />;
        return { ...titled(t("page.login.forgot"), again), status: 400 };
      }
      return titled(
        t("page.token.sent"),
        <>
          <p>{t("page.token.sentHint")}</p>
          {mailFolder !== null && <MailboxLink />}
        </>,
      );
    },
  },
};
