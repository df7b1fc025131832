import { EmptyNote } from "#gateway/ui/parts/controls.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import type { AppError } from "#libs/errors/app-error.ts";
import { SearchForm } from "../discover/search-form.tsx";
import type { PageContext, View } from "../page.ts";

const TITLES: Readonly<Record<number, TextKey>> = {
  403: "page.error.forbidden",
  404: "page.error.notFound",
  429: "page.error.throttled",
  503: "page.error.unavailable",
  504: "page.error.unavailable",
};

/** The page of an error, with a link to continue. */
export function errorView({ code, vars }: AppError, { t, path, correlationId }: PageContext): View {
  const status = code === 504 ? 503 : code;
  const title = t(TITLES[code] ?? (code < 500 ? "page.error.invalid" : "page.error.failed"));
  return {
    title,
    status,
    noindex: true,
    main: (
      <div class="empty">
        <EmptyNote />
        <h1>{title}</h1>
        {code === 404 && (
          <>
            <p>
              {t("page.error.askedFor")} <code dir="ltr">{path}</code>
            </p>
            <SearchForm action="/discover" label={t("page.discover.search")} />
          </>
        )}
        {status === 429 && <p>{t("page.error.throttledHint", { seconds: Number(vars.retryAfter ?? 60) })}</p>}
        {status >= 500 && (
          <p>
            {t("page.error.failedHint")} <code dir="ltr">{correlationId}</code>
          </p>
        )}
        <p class="actions">
          <a class="button" href="/">
            {t("page.error.home")}
          </a>
          <a class="button quiet" href="/help">
            {t("page.frame.help")}
          </a>
        </p>
      </div>
    ),
    ...(status === 503 ? { headers: { "Retry-After": String(vars.retryAfter ?? 5) } } : {}),
  };
}
