import { TokenForm } from "#gateway/ui/account/token-form.tsx";
import { undoEmailChange } from "#libs/contracts/account/index.ts";
import { ended, titled, tokenOf, tokenPage } from "./token-page.tsx";

const PATH = "/undo-email-change";

/** Keeps the address of an account with the token of the mail that went there. */
export const undoEmailChangePage = tokenPage({
  path: PATH,
  view: ({ t }) =>
    titled(
      t("page.emailChange.keep"),
      <>
        <p>{t("page.emailChange.undoHint")}</p>
        <TokenForm action={PATH} button={t("page.emailChange.keep")} />
      </>,
    ),
  form: {
    keeps: [],
    refusals: ["auth.email.invalid_token", "error.validation_failed"],
    send: (fields, { ask }) => ask(undoEmailChange, { token: tokenOf(fields) }).then(() => null),
    outcome({ refusal }, context) {
      const { t } = context;
      if (!refusal) return titled(t("page.emailChange.undone"), <p>{t("page.emailChange.undoneHint")}</p>);
      return ended(
        context,
        <p class="actions">
          <a class="button primary" href="/forgot-password">
            {t("page.reset.title")}
          </a>
        </p>,
      );
    },
  },
});
