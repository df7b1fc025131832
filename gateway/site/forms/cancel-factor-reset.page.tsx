import { TokenForm } from "#gateway/ui/account/token-form.tsx";
import { cancelFactorReset } from "#libs/contracts/account/index.ts";
import { ended, titled, tokenOf, tokenPage } from "./token-page.tsx";

const PATH = "/cancel-factor-reset";

/** Keeps the second factors of an account with the token of the mail about their reset. */
export const cancelFactorResetPage = tokenPage({
  path: PATH,
  view: ({ t }) =>
    titled(
      t("page.factorReset.keep"),
      <>
        <p>{t("page.factorReset.text")}</p>
        <TokenForm action={PATH} button={t("page.factorReset.keep")} />
      </>,
    ),
  form: {
    keeps: [],
    refusals: ["auth.mfa.invalid_token", "error.validation_failed"],
    send: (fields, { ask }) => ask(cancelFactorReset, { token: tokenOf(fields) }),
    outcome({ refusal }, context) {
      const { t } = context;
      const newPassword = (
        <p class="actions">
          <a class="button" href="/forgot-password">
            {t("page.reset.title")}
          </a>
        </p>
      );
      if (refusal) return ended(context, newPassword);
      return titled(
        t("page.factorReset.done"),
        <>
          <p>{t("page.factorReset.doneHint")}</p>
          {newPassword}
        </>,
      );
    },
  },
});
