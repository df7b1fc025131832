import type { ComponentChildren } from "preact";
import { EmailForm, TokenForm } from "#gateway/ui/parts/token-form.tsx";
import { confirmEmailSubscription, subscribeEmail } from "#libs/contracts/notification/index.ts";
import type { PageContext, View } from "../page.ts";
import { Again, ended, refusalOf, titled, tokenOf, tokenPage } from "./token-page.tsx";

const PATH = "/email-subscriptions/confirm";

const newLink = ({ t }: PageContext, email = "", refused: ComponentChildren = null) => (
  <EmailForm action={PATH} button={t("page.token.newLink")} email={email} refused={refused} />
);

async function subscribe(email: string, context: PageContext): Promise<View> {
  const { t, ask } = context;
  const refusal = await refusalOf(ask(subscribeEmail, { email }), ["error.validation_failed"]);
  if (refusal) {
    const again = <Again {...{ context, refusal }} fields={["email"]} form={(refused) => newLink(context, email, refused)} />;
    return { ...titled(t("page.subscription.title"), again), status: 400 };
  }
  return titled(t("page.token.sent"), <p>{t("page.token.sentHint")}</p>);
}

/** Confirms a mail subscription with the token of the first mail, or sends another one. */
export const confirmSubscriptionPage = tokenPage({
  path: PATH,
  view: ({ t }) => titled(t("page.subscription.title"), <TokenForm action={PATH} button={t("page.subscription.confirm")} />),
  async submit(fields, context) {
    const email = fields.get("email");
    if (email !== null) return subscribe(email, context);
    const keys = ["email_subscription.error.invalid_token", "error.validation_failed"] as const;
    const refusal = await refusalOf(context.ask(confirmEmailSubscription, { token: tokenOf(fields) }), keys);
    return refusal ? ended(context, newLink(context)) : titled(context.t("page.subscription.done"), null);
  },
});
