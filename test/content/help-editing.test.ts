import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { call } from "#libs/contract-kit/call.ts";
import {
  createHelpArticle,
  createHelpCategory,
  getEditedArticle,
  getHelpArticle,
  listEditedArticles,
  listEditedCategories,
  listHelpCategories,
  removeHelpArticle,
  removeHelpCategory,
  updateHelpArticle,
  updateHelpCategory,
} from "#libs/contracts/content/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { createBroker } from "#libs/platform/broker/create-broker.ts";
import { contentService } from "#services/content/content.service.ts";
import { liveDeps } from "#services/content/deps.ts";
import { seedHelp } from "#services/content/help/seed-help.ts";
import { outcomeOf } from "../support/act-as.ts";
import { createTestRuntime, disposeRuntime } from "../support/runtime.ts";
import { type ContentFixture, startContent } from "./fixture.ts";

let content: ContentFixture;
beforeAll(async () => {
  content = await startContent();
});
afterAll(() => content.stop());

const findCategory = async (slug: string) => {
  const found = (await content.editor.call(listEditedCategories, {})).find((category) => category.slug === slug);
  if (!found) throw new Error(`no category ${slug}`);
  return found;
};

describe("editing help articles", () => {
  it("HLP-01 shows a draft once it is published and keeps the date of its first publication", async () => {
    const category = await content.newCategory();
    const { id: articleId, slug, publishedAt } = await content.newArticle(category, { status: "DRAFT" });
    const edit = (fields: object) => content.editor.call(updateHelpArticle, { articleId, ...fields });
    expect(publishedAt).toBeNull();
    const published = await edit({ status: "PUBLISHED" });
    expect(await content.slugs({ category })).toEqual([slug]);
    await edit({ status: "ARCHIVED" });
    expect(await content.slugs({ category })).toEqual([]);
    expect(await outcomeOf(call(content.broker, getHelpArticle, { slug }))).toBe("help.error.article_not_found");
    expect((await edit({ status: "PUBLISHED" })).publishedAt).toBe(published.publishedAt);
  });

  it("HLP-06 finds an edited article by its new text only; null clears a field, an absent field stays", async () => {
    const category = await content.newCategory();
    const { id: articleId, slug } = await content.newArticle(category, { title: "Alpha", excerpt: "Beta", icon: "star" });
    const edited = await content.editor.call(updateHelpArticle, { articleId, title: "Gamma", excerpt: null });
    expect(edited).toMatchObject({ title: "Gamma", excerpt: null, icon: "star", status: "PUBLISHED" });
    for (const search of ["alpha", "beta"]) expect(await content.slugs({ category, search })).toEqual([]);
    expect(await content.slugs({ category, search: "gamma" })).toEqual([slug]);
    expect(await content.editor.call(getEditedArticle, { articleId })).toEqual(edited);
  });

  it("lists articles in every status for editors, last changed first", async () => {
    const category = await content.newCategory();
    const draft = await content.newArticle(category, { status: "DRAFT" });
    const archived = await content.newArticle(category, { status: "ARCHIVED" });
    const ids = async (query: object) => (await content.editor.call(listEditedArticles, query)).items.map(({ id }) => id);
    expect((await ids({})).slice(0, 2)).toEqual([archived.id, draft.id]);
    await content.editor.call(updateHelpArticle, { articleId: draft.id, title: "Newer" });
    expect((await ids({ limit: 1 }))[0]).toBe(draft.id);
    expect((await ids({ status: "ARCHIVED" }))[0]).toBe(archived.id);
  });

  it("creates one article when several with the same slug race; the others are 409", async () => {
    const category = await content.newCategory();
    const slug = `a-${uuid()}`;
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => outcomeOf(content.newArticle(category, { slug }))));
    expect(outcomes.sort()).toEqual([...Array(5).fill("help.error.slug_taken"), "ok"]);
    expect((await findCategory(category)).articles).toBe(1);
  });

  it("never removes a category with articles, also when an article is created at the same time", async () => {
    for (let round = 0; round < 5; round += 1) {
      const slug = await content.newCategory();
      const { id: categoryId } = await findCategory(slug);
      const [created, removed] = await Promise.all([
        outcomeOf(content.newArticle(slug)),
        outcomeOf(content.editor.call(removeHelpCategory, { categoryId })),
      ]);
      expect([
        ["ok", "help.error.category_in_use"],
        ["help.error.category_not_found", "ok"],
      ]).toContainEqual([created, removed]);
    }
  });

  it("counts the articles of a category when they are created, moved and removed", async () => {
    const [from, to] = [await content.newCategory(), await content.newCategory()];
    const { id: articleId } = await content.newArticle(from);
    await content.editor.call(updateHelpArticle, { articleId, category: to });
    await content.editor.call(updateHelpArticle, { articleId, category: to });
    expect([(await findCategory(from)).articles, (await findCategory(to)).articles]).toEqual([0, 1]);
    expect((await content.list({ category: to })).items[0]?.category).toEqual({ name: "Category", slug: to });
    await content.editor.call(removeHelpArticle, { articleId });
    expect((await findCategory(to)).articles).toBe(0);
    expect(await outcomeOf(content.editor.call(removeHelpArticle, { articleId }))).toBe("help.error.article_not_found");
  });

  it("refuses unknown ids, unknown categories, malformed slugs and taken slugs", async () => {
    const slug = await content.newCategory();
    const { id: categoryId } = await findCategory(slug);
    const article = { slug: `a-${uuid()}`, title: "T", content: "C", category: slug };
    const outcomes = [
      content.editor.call(updateHelpArticle, { articleId: uuid(), title: "x" }),
      content.editor.call(getEditedArticle, { articleId: uuid() }),
      content.editor.call(createHelpArticle, { ...article, category: "nowhere" }),
      content.editor.call(createHelpArticle, { ...article, slug: "Not A Slug" }),
      content.editor.call(createHelpCategory, { name: "Twin", slug }),
      content.editor.call(updateHelpCategory, { categoryId, slug: "getting-started" }),
      content.editor.call(updateHelpCategory, { categoryId: uuid(), name: "x" }),
      content.editor.call(removeHelpCategory, { categoryId: uuid() }),
    ];
    expect(await Promise.all(outcomes.map(outcomeOf))).toEqual([
      "help.error.article_not_found",
      "help.error.article_not_found",
      "help.error.category_not_found",
      "error.validation_failed",
      "help.error.slug_taken",
      "help.error.slug_taken",
      "help.error.category_not_found",
      "help.error.category_not_found",
    ]);
  });

  it("refuses more than 200 categories, also when several are created at the same time", async () => {
    const categories = content.runtime.database("content").connection.collection<{ _id: string }>("help_categories");
    const now = content.runtime.clock.now();
    const many = Array.from({ length: 200 }, (_, order) => {
      const slug = `many-${uuid()}`;
      return { _id: uuid(), slug, name: "One of many", description: null, icon: null, order, articles: 0, createdAt: now, updatedAt: now };
    });
    await categories.insertMany(many);
    expect(await outcomeOf(content.newCategory())).toBe("help.error.too_many_categories");
    const total = await categories.countDocuments();
    await categories.deleteMany({ name: "One of many", order: { $lt: total - 198 } });
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => outcomeOf(content.newCategory())));
    expect(outcomes.sort()).toEqual([...Array(4).fill("help.error.too_many_categories"), "ok", "ok"]);
    expect(await categories.countDocuments()).toBe(200);
    await categories.deleteMany({ name: "One of many" });
    expect(await outcomeOf(content.newCategory())).toBe("ok");
  });

  it("lists categories by their order and with their new names", async () => {
    const slug = await content.newCategory();
    const { id: categoryId } = await findCategory(slug);
    await content.editor.call(updateHelpCategory, { categoryId, name: "Renamed", order: 9_999, description: "Last" });
    const listed = await call(content.broker, listHelpCategories, {});
    expect(listed.at(-1)).toEqual({ name: "Renamed", slug, description: "Last", icon: null });
    await content.newArticle(slug);
    expect((await content.list({ category: slug })).items[0]?.category.name).toBe("Renamed");
  });
});

describe("the seeded help of a local system", () => {
  it("HLP-01 the seeded help is inserted once by several replicas, and not again after an article was removed", async () => {
    const runtime = createTestRuntime();
    const deps = liveDeps(runtime);
    await deps.database.createIndexes();
    await deps.categories.count.prepare();
    await Promise.all([seedHelp(deps), seedHelp(deps), seedHelp(deps)]);
    const all = { categoryId: null, locale: null, featured: false, needle: null };
    const page = { page: 1, limit: 50 };
    expect((await deps.articles.listPublished(all, page)).total).toBe(4);
    const [removed] = (await deps.articles.listPublished(all, page)).rows;
    await deps.transaction((tx) => deps.articles.delete(tx, removed?._id ?? ""));
    await seedHelp(deps);
    expect((await deps.articles.listPublished(all, page)).total).toBe(3);
    expect((await deps.categories.list()).map(({ articles }) => articles)).toEqual([2, 2]);
    await disposeRuntime(runtime, ["content"]);
  });

  it("HLP-01 the seeded help is not inserted in production", async () => {
    const inserted: number[] = [];
    for (const production of [true, false]) {
      const runtime = createTestRuntime({ production });
      const broker = createBroker(runtime, [contentService]);
      await broker.start();
      inserted.push(await runtime.database("content").connection.collection("help_articles").countDocuments());
      await broker.stop();
      await disposeRuntime(runtime, ["content"]);
    }
    expect(inserted).toEqual([0, 4]);
  });
});
