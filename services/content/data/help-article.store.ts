import type { ArticleStatus } from "#libs/contracts/content/help.ts";
import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import type { Collections, Filter, Sort } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { type HelpArticleDoc, helpArticles } from "./help-article.model.ts";

/** Selects published articles; null does not filter. */
interface ArticleFilter {
  readonly categoryId: string | null;
  readonly locale: string | null;
  readonly featured: boolean;
  /** Substring of the search text. */
  readonly needle: string | null;
}

/** An article in a list. */
export type HelpArticleRow = Omit<HelpArticleDoc, "content" | "searchText" | "searchVersion">;

interface ArticlePage {
  readonly rows: HelpArticleRow[];
  /** Number of articles on all pages. */
  readonly total: number;
}

export interface HelpArticleStore {
  /** A page of published articles, newest first. */
  listPublished(filter: ArticleFilter, page: PageRequest): Promise<ArticlePage>;
  /** A page of articles for editors, last changed first. */
  listForEditors(status: ArticleStatus | null, page: PageRequest): Promise<ArticlePage>;
  find(articleId: string, tx?: Tx): Promise<HelpArticleDoc | null>;
  findPublished(slug: string): Promise<HelpArticleDoc | null>;
  /** Rejects with a duplicate key error when the slug is taken. */
  insert(tx: Tx, article: HelpArticleDoc): Promise<void>;
  /** Rejects with a duplicate key error when the slug is taken. */
  replace(tx: Tx, article: HelpArticleDoc): Promise<void>;
  delete(tx: Tx, articleId: string): Promise<void>;
  /** Some articles whose search text was made by the rules of another version. */
  listWithOtherSearchVersion(version: number, limit: number): Promise<HelpArticleDoc[]>;
  /** No effect when the article was edited since it was read: an edit writes the search text itself. */
  setSearchText(tx: Tx, article: Pick<HelpArticleDoc, "_id" | "updatedAt">, searchText: string, version: number): Promise<void>;
}

const ROW_FIELDS = { content: 0, searchText: 0, searchVersion: 0 } as const;

export function helpArticleStore(database: Collections): HelpArticleStore {
  const articles = database.collection(helpArticles);

  const pageOf = async (filter: Filter<HelpArticleDoc>, sort: Sort, page: PageRequest): Promise<ArticlePage> => {
    const options = { projection: ROW_FIELDS, sort, skip: skipOf(page), limit: page.limit };
    const rows = await articles.find<HelpArticleRow>(filter, options);
    // A page that is not full is the last one. Its rows give the total, so a search need not scan the articles twice.
    const isLast = rows.length < page.limit && (rows.length > 0 || page.page === 1);
    return { rows, total: isLast ? skipOf(page) + rows.length : await articles.count(filter) };
  };

  return {
    listPublished: (filter, page) => pageOf(publishedFilter(filter), { publishedAt: -1, _id: -1 }, page),
    listForEditors: (status, page) => pageOf(status ? { status } : {}, { updatedAt: -1, _id: -1 }, page),
    find: (_id, tx) => articles.findOne({ _id }, { tx }),
    findPublished: (slug) => articles.findOne({ slug, status: "PUBLISHED" }),
    insert: (tx, article) => articles.insert(article, { tx }),
    async replace(tx, { _id, ...fields }) {
      await articles.updateOne({ _id }, { $set: fields }, { tx });
    },
    async delete(tx, _id) {
      await articles.deleteOne({ _id }, { tx });
    },
    listWithOtherSearchVersion: (version, limit) =>
      articles.find<HelpArticleDoc>({ searchVersion: { $ne: version } }, { sort: { updatedAt: -1, _id: -1 }, limit }),
    async setSearchText(tx, { _id, updatedAt }, searchText, searchVersion) {
      await articles.updateOne({ _id, updatedAt }, { $set: { searchText, searchVersion } }, { tx });
    },
  };
}

/** The search is literal: no character of the needle is an operator. */
function publishedFilter({ categoryId, locale, featured, needle }: ArticleFilter): Filter<HelpArticleDoc> {
  return {
    status: "PUBLISHED",
    ...(categoryId === null ? {} : { categoryId }),
    ...(locale === null ? {} : { locale }),
    ...(featured ? { isFeatured: true } : {}),
    ...(needle === null ? {} : { $expr: { $gte: [{ $indexOfBytes: ["$searchText", { $literal: needle }] }, 0] } }),
  } as Filter<HelpArticleDoc>;
}
