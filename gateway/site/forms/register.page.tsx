import type { PageData } from "#gateway/ui/page-data.ts";
import { MailboxLink } from "#gateway/ui/parts/mailbox-link.tsx";
import { RegisterForm } from "#gateway/ui/parts/register-form.tsx";
import { AgainForm, TokenForm } from "#gateway/ui/parts/token-form.tsx";
import { registerProblems } from "#gateway/ui/register-problems.ts";
import { register } from "#libs/contracts/account/index.ts";
import type { Page } from "../page.ts";
import { refusalOf, saidBy, titled } from "./token-page.tsx";

const PATH = "/register";
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
    const again = (problems: Parameters<typeof RegisterForm>[0]) => ({
      ...titled(t("page.login.register"), <RegisterForm name={name} email={email} {...problems} />),
      status: 400,
    });
    if (fields.get("terms") === null) return again({ termsProblem: t("page.register.termsProblem") });
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
    const message = saidBy(context, refusal);
    const details = refusal.details.map((detail) => detail.message);
    return again(registerProblems(t, { key: refusal.key, message, details }) ?? { problem: message });
  },
};
