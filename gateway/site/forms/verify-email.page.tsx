import { ConfirmedAddress } from "#gateway/ui/parts/confirmed-address.tsx";
import { MailboxLink } from "#gateway/ui/parts/mailbox-link.tsx";
import { AgainForm, EmailForm, TokenForm } from "#gateway/ui/parts/token-form.tsx";
import { resendVerification, verifyEmail } from "#libs/contracts/account/index.ts";
import type { PageContext, View } from "../page.ts";
import { ended, refusalOf, titled, tokenOf, tokenPage } from "./token-page.tsx";

const PATH = "/verify-email";

const newLink = ({ t }: PageContext, email = "", problem: string | null = null) => (
  <EmailForm action={PATH} button={t("page.token.newLink")} email={email} problem={problem} />
);

/** The form for the code, and another mail for a reader who has none. */
const codeOrNewLink = (context: PageContext) => (
  <>
    <TokenForm action={PATH} button={context.t("page.verify.confirm")} />
    {newLink(context)}
  </>
);

async function resend(email: string, context: PageContext): Promise<View> {
  const { t, ask } = context;
  const refusal = await refusalOf(ask(resendVerification, { email }), ["error.validation_failed"]);
  if (refusal) return { ...titled(t("page.verify.title"), newLink(context, email, t("page.token.emailProblem"))), status: 400 };
  return titled(
    t("page.token.sent"),
    <>
      <p>{t("page.token.sentHint")}</p>
      {context.mailFolder !== null && <MailboxLink />}
      <TokenForm action={PATH} button={t("page.verify.confirm")} />
      <AgainForm email={email} />
    </>,
  );
}

/** Confirms an address with the token of its mail, or sends another one. */
export const verifyEmailPage = tokenPage({
  path: PATH,
  view: (context) => titled(context.t("page.verify.title"), codeOrNewLink(context)),
  async submit(fields, context) {
    const { t, ask } = context;
    const given = fields.get("email");
    if (given !== null) return resend(given, context);
    const keys = ["auth.verify.invalid_token", "error.validation_failed"] as const;
    const answer = ask(verifyEmail, { token: tokenOf(fields) });
    const refusal = await refusalOf(answer, keys);
    if (refusal) return ended(context, codeOrNewLink(context));
    return { title: t("page.verify.done"), main: <ConfirmedAddress email={(await answer).email} /> };
  },
});
