import { API_PREFIX } from "#gateway/routing/routes.ts";
import { TokenForm } from "#gateway/ui/account/token-form.tsx";
import { Choice } from "#gateway/ui/parts/fields.tsx";
import { leaveEmailSubscription, unsubscribeMails } from "#libs/contracts/notification/index.ts";
import { ended, titled, tokenOf, tokenPage } from "./token-page.tsx";

const PATH = "/unsubscribe";

/** The subscription that a link ends, and the action that ends it. */
const LISTS = { notifications: unsubscribeMails, subscription: leaveEmailSubscription } as const;

/** Redirect target for a browser that follows the one-click address of a mail (RFC 8058); null for other paths. */
export function unsubscribeAddress(path: string): string | null {
  for (const [list, contract] of Object.entries(LISTS)) {
    const start = API_PREFIX + (contract.http?.path ?? "").replace("{token}", "");
    if (path.startsWith(start) && path.length > start.length) return `${PATH}#token=${path.slice(start.length)}&list=${list}`;
  }
  return null;
}

/** Ends mails with the token of one of them. */
export const unsubscribePage = tokenPage({
  path: PATH,
  view: ({ t }) =>
    titled(
      t("page.unsubscribe.title"),
      <>
        <p>{t("page.unsubscribe.hint")}</p>
        <TokenForm action={PATH} button={t("page.unsubscribe.title")}>
          <Choice
            label={t("page.unsubscribe.list")}
            name="list"
            options={[
              { value: "notifications", text: t("page.unsubscribe.notifications") },
              { value: "subscription", text: t("page.unsubscribe.subscription") },
            ]}
          />
        </TokenForm>
      </>,
    ),
  form: {
    keeps: [],
    refusals: ["email_subscription.error.invalid_token", "error.validation_failed"],
    send(fields, { ask }) {
      const contract = fields.get("list") === "subscription" ? LISTS.subscription : LISTS.notifications;
      return ask(contract, { token: tokenOf(fields) });
    },
    outcome({ refusal }, context) {
      const { t } = context;
      const settings = (
        <p class="actions">
          <a class="button" href="/settings/notifications">
            {t("page.unsubscribe.settings")}
          </a>
        </p>
      );
      if (refusal) return ended(context, settings);
      return titled(
        t("page.unsubscribe.done"),
        <>
          <p>{t("page.unsubscribe.doneHint")}</p>
          {settings}
        </>,
      );
    },
  },
});
