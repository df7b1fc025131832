import type { ComponentChildren } from "preact";
import { ConfirmedAddress } from "#gateway/ui/account/confirmed-address.tsx";
import { MailboxLink } from "#gateway/ui/account/mailbox-link.tsx";
import { AgainForm, EmailForm, TokenForm } from "#gateway/ui/account/token-form.tsx";
import { resendVerification, verifyEmail } from "#libs/contracts/account/index.ts";
import type { Outcome } from "../outcomes.ts";
import type { PageContext, View } from "../page.ts";
import { Again, ended, titled, tokenOf, tokenPage } from "./token-page.tsx";

const PATH = "/verify-email";

const newLink = ({ t }: PageContext, email = "", refused: ComponentChildren = null) => (
  <EmailForm action={PATH} button={t("page.token.newLink")} email={email} refused={refused} />
);

/** The form for the code, and another mail for a reader who has none. */
const codeOrNewLink = (context: PageContext) => (
  <>
    <TokenForm action={PATH} button={context.t("page.verify.confirm")} />
    {newLink(context)}
  </>
);

/** What became of the request for another mail. */
function resent({ refusal }: Outcome, email: string, context: PageContext): View {
  const { t } = context;
  if (refusal) {
    const again = <Again {...{ context, refusal }} fields={["email"]} form={(refused) => newLink(context, email, refused)} />;
    return { ...titled(t("page.verify.title"), again), status: 400 };
  }
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
  form: {
    keeps: ["email"],
    refusals: ["auth.verify.invalid_token", "error.validation_failed"],
    send(fields, { ask }) {
      const email = fields.get("email");
      return email === null ? ask(verifyEmail, { token: tokenOf(fields) }) : ask(resendVerification, { email }).then(() => null);
    },
    learns: (answer) => ({ confirmed: (answer as { readonly email: string } | null)?.email ?? "" }),
    outcome(outcome, context) {
      const { email } = outcome.fields;
      if (email !== undefined) return resent(outcome, email, context);
      if (outcome.refusal) return ended(context, codeOrNewLink(context));
      return { title: context.t("page.verify.done"), main: <ConfirmedAddress email={outcome.fields.confirmed ?? ""} /> };
    },
  },
});
