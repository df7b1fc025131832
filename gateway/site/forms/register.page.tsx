import type { ComponentChildren } from "preact";
import type { PageData } from "#gateway/ui/page-data.ts";
import { MailboxLink } from "#gateway/ui/parts/mailbox-link.tsx";
import { ProblemsContext } from "#gateway/ui/parts/problems.ts";
import { RegisterForm } from "#gateway/ui/parts/register-form.tsx";
import { AgainForm, TokenForm } from "#gateway/ui/parts/token-form.tsx";
import { register } from "#libs/contracts/account/index.ts";
import type { Page } from "../page.ts";
import { Again, refusalOf, titled } from "./token-page.tsx";

const PATH = "/register";
const FIELDS = ["displayName", "email", "password"];
const KEYS = [
  "error.validation_failed",
  "error.unreadable_text",
  "auth.password.too_common",
  "auth.register.email_taken",
  "auth.captcha.required",
  "auth.captcha.invalid",
] as const;

/** Creates an account. With a script, the page asks for the mailed code in place and signs the new account in. */
export const registerPage: Page = {
  path: PATH,
  shell: "public",
  view: ({ t, mailFolder }) => ({
    ...titled(t("page.login.register"), <RegisterForm />),
    data: { hasMailbox: mailFolder !== null } satisfies Partial<PageData>,
  }),
  async submit(fields, context) {
    const { t, locale, ask } = context;
    const [name, email, password] = ["displayName", "email", "password"].map((field) => fields.get(field) ?? "") as [
      string,
      string,
      string,
    ];
    const again = (refused: ComponentChildren) => <RegisterForm name={name} email={email} refused={refused} />;
    if (fields.get("terms") === null) {
      const problems = { terms: t("page.register.termsProblem") };
      const main = <ProblemsContext.Provider value={problems}>{again(null)}</ProblemsContext.Provider>;
      return { ...titled(t("page.login.register"), main), status: 400 };
    }
    const account = { email, password, locale, ...(name.trim() === "" ? {} : { displayName: name }) };
    const refusal = await refusalOf(ask(register, account), KEYS);
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
    return { ...titled(t("page.login.register"), <Again {...{ context, refusal }} fields={FIELDS} form={again} />), status: 400 };
  },
};
