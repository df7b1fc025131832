import type { Connection, QueryFilter } from "mongoose";
import type { ArticleStatus } from "#libs/contracts/content-help.ts";
import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import { type HelpArticleDoc, helpArticleModel } from "./help-article.model.ts";

/** Which published articles are asked for; what is null does not filter. */
export interface ArticleFilter {
  readonly categoryId: string | null;
  readonly locale: string | null;
  readonly featured: boolean;
  /** A part of the folded search text. */
  readonly needle: string | null;
}

/** An article as a list shows it. */
export type ArticleRow = Omit<HelpArticleDoc, "content" | "searchText">;

interface Page<T> {
  readonly rows: T[];
  readonly total: number;
}

const LISTED = { content: 0, searchText: 0 } as const;

export type HelpArticleStore = ReturnType<typeof helpArticleStore>;

export function helpArticleStore(connection: Connection) {
  const model = helpArticleModel(connection);

  const pageOf = async (filter: QueryFilter<HelpArticleDoc>, sort: Record<string, -1>, page: PageRequest): Promise<Page<ArticleRow>> => {
    const rows = await model.find(filter, LISTED).sort(sort).skip(skipOf(page)).limit(page.limit).lean<ArticleRow[]>();
    // A page with room left is the last one: a search that finds little looks through the articles once, not twice.
    const isLast = rows.length < page.limit && (rows.length > 0 || page.page === 1);
    return { rows, total: isLast ? skipOf(page) + rows.length : await model.countDocuments(filter) };
  };

  return {
    /** A page of published articles, newest first; the id decides between equal times. */
    published: (filter: ArticleFilter, page: PageRequest) => pageOf(publishedFilter(filter), { publishedAt: -1, _id: -1 }, page),

    /** A page of articles for editors, last changed first. */
    edited: (status: ArticleStatus | null, page: PageRequest) => pageOf(status ? { status } : {}, { updatedAt: -1, _id: -1 }, page),

    find(_id: string, session: Tx | null = null): Promise<HelpArticleDoc | null> {
      return model.findById(_id, null, { session }).lean<HelpArticleDoc>().exec();
    },

    publishedWithSlug(slug: string): Promise<HelpArticleDoc | null> {
      return model.findOne({ slug, status: "PUBLISHED" }).lean<HelpArticleDoc>().exec();
    },

    /** Throws a duplicate key error when the slug is taken. */
    async insert(session: Tx, article: HelpArticleDoc): Promise<void> {
      await model.insertOne(article, { session });
    },

    /** Throws a duplicate key error when the slug is taken. */
    async replace(session: Tx, { _id, ...fields }: HelpArticleDoc): Promise<void> {
      await model.updateOne({ _id }, { $set: fields }, { session });
    },

    async remove(session: Tx, _id: string): Promise<void> {
      await model.deleteOne({ _id }, { session });
    },
  };
}

/** A search compares literally: no character of it means anything. */
function publishedFilter({ categoryId, locale, featured, needle }: ArticleFilter): QueryFilter<HelpArticleDoc> {
  return {
    status: "PUBLISHED",
    ...(categoryId === null ? {} : { categoryId }),
    ...(locale === null ? {} : { locale }),
    ...(featured ? { isFeatured: true } : {}),
    ...(needle === null ? {} : { $expr: { $gte: [{ $indexOfBytes: ["$searchText", { $literal: needle }] }, 0] } }),
  } as QueryFilter<HelpArticleDoc>;
}
