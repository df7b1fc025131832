import { TokenForm } from "#gateway/ui/account/token-form.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Time } from "#gateway/ui/parts/values.tsx";
import { confirmEmailChange } from "#libs/contracts/account/index.ts";
import type { PageContext } from "../page.ts";
import { ended, titled, tokenOf, tokenPage } from "./token-page.tsx";

const PATH = "/confirm-email-change";

const settings = ({ t }: PageContext) => (
  <p class="actions">
    <a class="button primary" href="/settings/security">
      {t("page.settings.title")}
    </a>
  </p>
);

/** Confirms the new address of an account with the token of its mail. */
export const confirmEmailChangePage = tokenPage({
  path: PATH,
  view: ({ t }) => titled(t("page.emailChange.confirmTitle"), <TokenForm action={PATH} button={t("page.verify.confirm")} />),
  form: {
    keeps: [],
    refusals: ["auth.email.invalid_token", "error.validation_failed"],
    send: (fields, { ask }) => ask(confirmEmailChange, { token: tokenOf(fields) }),
    learns(answer) {
      const { changed, effectiveAt } = answer as { readonly changed: boolean; readonly effectiveAt: string };
      return changed ? {} : { effectiveAt };
    },
    outcome({ refusal, fields: { effectiveAt } }, context) {
      const { t } = context;
      if (refusal) return ended(context, settings(context));
      if (effectiveAt === undefined) return titled(t("page.emailChange.changed"), settings(context));
      return titled(
        t("page.emailChange.later"),
        <>
          <p>
            <Sentence of="page.emailChange.laterHint" parts={{ time: <Time at={effectiveAt} /> }} />
          </p>
          {settings(context)}
        </>,
      );
    },
  },
});
