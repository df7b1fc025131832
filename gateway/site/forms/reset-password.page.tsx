import { Field } from "#gateway/ui/parts/controls.tsx";
import { TokenForm } from "#gateway/ui/parts/token-form.tsx";
import { resetPassword } from "#libs/contracts/account/index.ts";
import type { PageContext } from "../page.ts";
import { ended, refusalOf, saidBy, titled, tokenOf, tokenPage } from "./token-page.tsx";

const PATH = "/reset-password";
const MIN_CHARACTERS = 8;

const form = ({ t }: PageContext, token = "", problem: string | null = null) => (
  <TokenForm action={PATH} button={t("page.reset.save")} token={token}>
    <Field
      label={t("page.reset.password")}
      hint={t("page.register.passwordHint")}
      problem={problem}
      name="password"
      type="password"
      autocomplete="new-password"
      minLength={MIN_CHARACTERS}
      required
    />
  </TokenForm>
);

/** Sets a new password with the token of a mail. */
export const resetPasswordPage = tokenPage({
  path: PATH,
  view: (context) => titled(context.t("page.reset.title"), form(context)),
  async submit(fields, context) {
    const { t, ask } = context;
    const [token, password] = [tokenOf(fields), fields.get("password") ?? ""];
    const keys = ["auth.reset.invalid_token", "auth.password.too_common", "error.validation_failed"] as const;
    const refusal = await refusalOf(ask(resetPassword, { token, password }), keys);
    const isPassword = [...password].length < MIN_CHARACTERS || refusal?.key === "auth.password.too_common";
    if (refusal && isPassword && refusal.key !== "auth.reset.invalid_token") {
      const problem = refusal.key === "auth.password.too_common" ? saidBy(context, refusal) : t("page.register.passwordHint");
      return { ...titled(t("page.reset.title"), form(context, token, problem)), status: 400 };
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
    return titled(
      t("page.reset.done"),
      <>
        <p>{t("page.reset.doneHint")}</p>
        <p class="actions">
          <a class="button primary" href="/login">
            {t("page.login.signIn")}
          </a>
        </p>
      </>,
    );
  },
});
