import type { VNode } from "preact";
import { useReader } from "../parts/reader.tsx";

/** Shown after a new password was saved with the link of a mail. */
export function PasswordSaved(): VNode {
  const { t } = useReader();
  return (
    <div class="card sole">
      <h1 tabIndex={-1}>{t("page.reset.done")}</h1>
      <p>{t("page.reset.doneHint")}</p>
      <p class="actions">
        <a class="button primary" href="/login">
          {t("page.login.signIn")}
        </a>
      </p>
    </div>
  );
}
