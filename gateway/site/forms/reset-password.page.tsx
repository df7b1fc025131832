import type { ComponentChildren } from "preact";
import { PasswordSaved } from "#gateway/ui/account/password-saved.tsx";
import { TokenForm } from "#gateway/ui/account/token-form.tsx";
import { Field } from "#gateway/ui/parts/fields.tsx";
import { resetPassword } from "#libs/contracts/account/index.ts";
import type { PageContext } from "../page.ts";
import { Again, ended, isAbout, titled, tokenOf, tokenPage } from "./token-page.tsx";

const PATH = "/reset-password";
const MIN_CHARACTERS = 8;

const form = ({ t }: PageContext, refused: ComponentChildren = null) => (
  <TokenForm action={PATH} button={t("page.reset.save")} keepsCode>
    <Field
      label={t("page.reset.password")}
      hint={t("page.register.passwordHint")}
      name="password"
      type="password"
      autocomplete="new-password"
      minLength={MIN_CHARACTERS}
      required
    />
    {refused}
  </TokenForm>
);

/** Sets a new password with the token of a mail. Without the script of the page, the browser becomes a new device: its cookie does not reach this form. */
export const resetPasswordPage = tokenPage({
  path: PATH,
  view: (context) => titled(context.t("page.reset.title"), form(context)),
  form: {
    keeps: [],
    refusals: [...resetPassword.errors, "error.validation_failed"],
    send: (fields, { ask }) =>
      ask(resetPassword, { token: tokenOf(fields), password: fields.get("password") ?? "" }, { withCookies: true }),
    outcome({ refusal }, context) {
      const { t } = context;
      // A code that cannot be right needs a new mail, and not another try.
      if (refusal && isAbout(refusal, "password")) {
        const again = <Again {...{ context, refusal }} fields={["token", "password"]} form={(refused) => form(context, refused)} />;
        return { ...titled(t("page.reset.title"), again), status: 400 };
      }
      if (refusal) {
        const again = (
          <p class="actions">
            <a class="button primary" href="/forgot-password">
              {t("page.token.newLink")}
            </a>
          </p>
        );
        return ended(context, again);
      }
      return { title: t("page.reset.done"), main: <PasswordSaved /> };
    },
  },
});
