import type { ComponentChildren } from "preact";
import { EmailForm, TokenForm } from "#gateway/ui/account/token-form.tsx";
import { confirmEmailSubscription, subscribeEmail } from "#libs/contracts/notification/index.ts";
import type { PageContext } from "../page.ts";
import { Again, ended, titled, tokenOf, tokenPage } from "./token-page.tsx";

const PATH = "/email-subscriptions/confirm";

const newLink = ({ t }: PageContext, email = "", refused: ComponentChildren = null) => (
  <EmailForm action={PATH} button={t("page.token.newLink")} email={email} refused={refused} />
);

/** Confirms a mail subscription with the token of the first mail, or sends another one. */
export const confirmSubscriptionPage = tokenPage({
  path: PATH,
  view: ({ t }) => titled(t("page.subscription.title"), <TokenForm action={PATH} button={t("page.subscription.confirm")} />),
  form: {
    keeps: ["email"],
    refusals: ["email_subscription.error.invalid_token", "error.validation_failed"],
    send(fields, { ask }) {
      const email = fields.get("email");
      return email === null ? ask(confirmEmailSubscription, { token: tokenOf(fields) }) : ask(subscribeEmail, { email });
    },
    outcome({ refusal, fields: { email } }, context) {
      const { t } = context;
      if (email === undefined) return refusal ? ended(context, newLink(context)) : titled(t("page.subscription.done"), null);
      if (!refusal) return titled(t("page.token.sent"), <p>{t("page.token.sentHint")}</p>);
      const again = <Again {...{ context, refusal }} fields={["email"]} form={(refused) => newLink(context, email, refused)} />;
      return { ...titled(t("page.subscription.title"), again), status: 400 };
    },
  },
});
