import type { ComponentChildren } from "preact";
import { MailboxLink } from "#gateway/ui/account/mailbox-link.tsx";
import { RegisterForm } from "#gateway/ui/account/register-form.tsx";
import { AgainForm, TokenForm } from "#gateway/ui/account/token-form.tsx";
import type { PageData } from "#gateway/ui/page-data.ts";
import { register } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Page } from "../page.ts";
import { Again, titled } from "./token-page.tsx";

const PATH = "/register";
const FIELDS = ["displayName", "email", "password", "terms"];
/** Creates an account. With a script, the page asks for the mailed code in place and signs the new account in. */
export const registerPage: Page = {
  path: PATH,
  shell: "public",
  view: ({ t, mailFolder }) => ({
    ...titled(t("page.login.register"), <RegisterForm />),
    data: { hasMailbox: mailFolder !== null } satisfies Partial<PageData>,
  }),
  form: {
    keeps: ["displayName", "email"],
    refusals: [
      "error.validation_failed",
      "error.unreadable_text",
      "auth.password.too_common",
      "auth.register.email_taken",
      "auth.captcha.required",
      "auth.captcha.invalid",
    ],
    async send(fields, { ask, locale }) {
      const [name, email, password] = ["displayName", "email", "password"].map((field) => fields.get(field) ?? "") as [
        string,
        string,
        string,
      ];
      if (fields.get("terms") === null) throw new AppError("error.validation_failed", {}, [{ message: "terms is required" }]);
      await ask(register, { email, password, locale, acceptTerms: true, ...(name.trim() === "" ? {} : { displayName: name }) });
    },
    outcome({ refusal, fields: { displayName = "", email = "" } }, context) {
      const { t } = context;
      if (!refusal) {
        return titled(
          t("page.token.sent"),
          <>
            <p>{t("page.register.sentHint", { email })}</p>
            {context.mailFolder !== null && <MailboxLink />}
            <TokenForm action="/verify-email" button={t("page.verify.confirm")} />
            <AgainForm email={email} />
          </>,
        );
      }
      const again = (refused: ComponentChildren) => <RegisterForm name={displayName} email={email} refused={refused} />;
      return { ...titled(t("page.login.register"), <Again {...{ context, refusal }} fields={FIELDS} form={again} />), status: 400 };
    },
  },
};
