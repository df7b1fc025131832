import { TokenForm } from "#gateway/ui/account/token-form.tsx";
import { undoSecondFactor } from "#libs/contracts/account/index.ts";
import type { PageContext } from "../page.ts";
import { ended, titled, tokenOf, tokenPage } from "./token-page.tsx";

const PATH = "/undo-factor";

/** Removes a second factor that the owner of the mailbox did not add. */
export const undoFactorPage = tokenPage({
  path: PATH,
  view: ({ t }) =>
    titled(
      t("page.undoFactor.title"),
      <>
        <p>{t("page.undoFactor.text")}</p>
        <TokenForm action={PATH} button={t("page.undoFactor.remove")} />
      </>,
    ),
  form: {
    keeps: [],
    refusals: ["auth.mfa.invalid_token", "error.validation_failed"],
    send: (fields, { ask }) => ask(undoSecondFactor, { token: tokenOf(fields) }),
    outcome({ refusal }, context: PageContext) {
      const { t } = context;
      const wayOn = (
        <p class="actions">
          <a class="button primary" href="/forgot-password">
            {t("page.login.forgot")}
          </a>
        </p>
      );
      if (refusal) return ended(context, wayOn);
      return titled(t("page.undoFactor.done"), <p>{t("page.undoFactor.doneHint")}</p>);
    },
  },
});
