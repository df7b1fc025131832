import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Badge, Time } from "#gateway/ui/parts/values.tsx";
import { type ArticleStatus, listEditedArticles } from "#libs/contracts/content/help.ts";
import { orNull } from "../../client/or-null.ts";
import { casesPage } from "../parts/cases.tsx";
import { Person } from "../parts/person.tsx";
import { staffApi } from "../staff-session.ts";
import { ARTICLE_STATES, type Article, articleOf } from "./article.ts";
import { ArticleCase } from "./article-case.tsx";

const articlesOf = (status: ArticleStatus, page: number, limit: number) => staffApi.call(listEditedArticles, { status, page, limit });

type Row = Awaited<ReturnType<typeof articlesOf>>["items"][number];

/** Help articles in one status, last changed first, and one of them. */
export default casesPage<Row, Article, ArticleStatus>({
  path: "/admin/content",
  onePath: "/admin/content/articles",
  links: [
    { href: "/admin/content/articles/new", text: "page.staffContent.newArticle" },
    { href: "/admin/content/categories", text: "page.console.helpCategories" },
  ],
  title: "page.help.title",
  kind: "ARTICLE",
  none: "page.staffContent.noArticles",
  notFound: "page.staffContent.noArticle",
  tabs: {
    by: "status",
    texts: {
      DRAFT: ARTICLE_STATES.DRAFT.list,
      PUBLISHED: ARTICLE_STATES.PUBLISHED.list,
      ARCHIVED: ARTICLE_STATES.ARCHIVED.list,
    },
  },
  list: ({ tab, page, limit }) => articlesOf(tab, page, limit),
  find: (articleId) => orNull(articleOf(articleId), 400, 404),
  whole: () => null,
  idOf: ({ id }) => id,
  usersIn: ({ updatedBy }) => [updatedBy],
  Row: ArticleRow,
  Case: ArticleCase,
});

function ArticleRow({ item: { title, locale, category, status, updatedAt, updatedBy } }: { readonly item: Row }): VNode {
  const { t } = useReader();
  const { kind, text } = ARTICLE_STATES[status];
  return (
    <>
      <span class="text">
        <bdi lang={locale}>{title}</bdi>
        <span class="hint">
          <bdi>{category.name}</bdi>
          {" · "}
          <bdi dir="ltr">{locale}</bdi>
        </span>
      </span>
      <span class="end">
        <Badge kind={kind}>{t(text)}</Badge>
        <span class="hint">
          <Time at={updatedAt} as="relative" />
          {" · "}
          <Person userId={updatedBy} isPlain />
        </span>
      </span>
    </>
  );
}
