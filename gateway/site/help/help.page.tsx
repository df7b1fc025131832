import type { VNode } from "preact";
import { Empty } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { getHelpArticle, listHelpArticles } from "#libs/contracts/content/index.ts";
import { DEFAULT_LOCALE, type Locale } from "#libs/contracts/shared.ts";
import { locales } from "#libs/platform/i18n/locales.ts";
import { Changed } from "../changed.tsx";
import { SearchForm } from "../discover/search-form.tsx";
import type { Page, PageContext } from "../page.ts";
import { Prose } from "../prose.tsx";
import { SiteHead } from "../site-head.tsx";

/** Help articles in the reader's language, else in English. */
export const help: Page = {
  path: "/help",
  shell: "public",
  async view(about) {
    const { t, query, site } = about;
    const { items, page, totalPages, locale } = await articles(about);
    const pageAt = (number: number) => `/help?${new URLSearchParams({ ...Object.fromEntries(query), page: String(number) })}`;
    return {
      title: t("page.help.title"),
      head: (
        <SiteHead title={t("page.help.title")} description={t("page.home.whoText", { operator: site.name })} path="/help" site={site} />
      ),
      main: (
        <>
          <h1>{t("page.help.title")}</h1>
          <SearchForm action="/help" label={t("page.help.search")} value={query.get("q") ?? ""} />
          {items.length === 0 && <Empty action={<a href="/help">{t("page.help.all")}</a>}>{t("page.help.none")}</Empty>}
          <ul class="cards">
            {items.map((article) => (
              <li key={article.slug}>
                <ArticleLink {...article} locale={locale} />
              </li>
            ))}
          </ul>
          <p class="actions">
            {page > 1 && (
              <a class="button" href={pageAt(page - 1)} rel="prev">
                {t("page.list.previous")}
              </a>
            )}
            {page < totalPages && (
              <a class="button" href={pageAt(page + 1)} rel="next">
                {t("page.list.next")}
              </a>
            )}
          </p>
        </>
      ),
    };
  },
};

async function articles({ ask, query, locale }: PageContext) {
  const asked = {
    search: query.get("q") ?? undefined,
    category: query.get("category") ?? undefined,
    page: Number(query.get("page") ?? 1),
  };
  const listIn = async (language: Locale) => ({ ...(await ask(listHelpArticles, { ...asked, locale: language })), locale: language });
  const own = await listIn(locale);
  return own.total > 0 || locale === DEFAULT_LOCALE ? own : listIn(DEFAULT_LOCALE);
}

interface ArticleProps {
  readonly slug: string;
  readonly locale: Locale;
  readonly title: string;
  readonly excerpt: string | null;
}

function ArticleLink({ slug, locale, title, excerpt }: ArticleProps): VNode {
  return (
    <a class="link-card" href={`/help/${slug}`}>
      <span dir="auto" lang={locale}>
        {title}
        {excerpt && (
          <>
            <br />
            <span class="muted">{excerpt}</span>
          </>
        )}
      </span>
      <LanguageOf locale={locale} />
    </a>
  );
}

/** The language of an article that is not in that of the page, by its own name. */
function LanguageOf({ locale }: { readonly locale: Locale }): VNode | null {
  return locale === useReader().locale ? null : (
    <span class="chip" lang={locale}>
      {locales[locale].name}
    </span>
  );
}

/** One help article. */
export const helpArticle: Page = {
  path: "/help/{slug}",
  shell: "public",
  async view({ ask, params, t }) {
    const { title, locale, content, publishedAt, category } = await ask(getHelpArticle, { slug: params.slug ?? "" });
    return {
      title,
      main: (
        <article>
          <p>
            <LanguageOf locale={locale} /> <a href="/help">{t("page.help.title")}</a> ·{" "}
            <a href={`/help?category=${encodeURIComponent(category.slug)}`}>{category.name}</a>
          </p>
          <h1 dir="auto" lang={locale}>
            {title}
          </h1>
          <div lang={locale}>
            <Prose html={content} />
          </div>
          {publishedAt && <Changed at={publishedAt} />}
        </article>
      ),
    };
  },
};
