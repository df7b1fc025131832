import type { VNode } from "preact";
import { Problem } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { ApiError } from "#libs/client/send.ts";

/** The refusals of a request without a session. Others of status 401 are about what was typed. */
const SIGNED_OUT: readonly string[] = ["", "error.unauthorized", "auth.refresh.invalid_token", "auth.admin.sign_in_again"];

/** An error and the next step. The API sends its text in the language of the page. */
export function ErrorNote({ error }: { readonly error: unknown }): VNode {
  const { t } = useReader();
  if (!(error instanceof ApiError)) return <Problem>{t("page.error.failed")}</Problem>;
  if (error.status === 0) return <Problem>{t("page.error.offline")}</Problem>;
  if (error.status === 401 && SIGNED_OUT.includes(error.i18nKey)) {
    return (
      <Problem>
        {t("page.error.signInAgain")} <a href={`${signInPath()}?next=${encodeURIComponent(location.pathname)}`}>{t("page.login.signIn")}</a>
      </Problem>
    );
  }
  // The words of the interface about repeated requests are for programs.
  if (error.i18nKey.startsWith("idempotency.")) return <Problem>{t("page.error.elsewhere")}</Problem>;
  return (
    <Problem>
      {error.message}
      {error.status >= 500 && (
        <>
          {" "}
          {t("page.error.failedHint")} <code dir="ltr">{error.correlationId}</code>
        </>
      )}
    </Problem>
  );
}

/** Staff sign in at an address of their own. */
const signInPath = (): string => (location.pathname.split("/")[1] === "admin" ? "/admin/login" : "/login");
