import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createBroker } from "#libs/broker/create-broker.ts";
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
} from "#libs/contracts/content.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { contentService } from "#services/content/content.service.ts";
import { liveDeps } from "#services/content/deps.ts";
import { seedHelp } from "#services/content/seeds/seed-help.ts";
import { outcomeOf } from "#test/support/act-as.ts";
import { createTestRuntime, disposeRuntime } from "#test/support/runtime.ts";
import { type ContentFixture, startContent } from "./fixture.ts";

let content: ContentFixture;
beforeAll(async () => {
  content = await startContent();
});
afterAll(() => content.stop());

const categoryOf = async (slug: string) => {
  const found = (await content.editor.call(listEditedCategories, {})).find((category) => category.slug === slug);
  if (!found) throw new Error(`no category ${slug}`);
  return found;
};

describe("editing help articles", () => {
  it("HLP-01 a draft becomes public when it is published and keeps its first date", async () => {
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

  it("HLP-06 an edited article is found by its new text only; null clears a field, absence keeps it", async () => {
    const category = await content.newCategory();
    const { id: articleId, slug } = await content.newArticle(category, { title: "Alpha", excerpt: "Beta", icon: "star" });
    const edited = await content.editor.call(updateHelpArticle, { articleId, title: "Gamma", excerpt: null });
    expect(edited).toMatchObject({ title: "Gamma", excerpt: null, icon: "star", status: "PUBLISHED" });
    for (const search of ["alpha", "beta"]) expect(await content.slugs({ category, search })).toEqual([]);
    expect(await content.slugs({ category, search: "gamma" })).toEqual([slug]);
    expect(await content.editor.call(getEditedArticle, { articleId })).toEqual(edited);
  });

  it("lists every status for editors, last changed first", async () => {
    const category = await content.newCategory();
    const draft = await content.newArticle(category, { status: "DRAFT" });
    const archived = await content.newArticle(category, { status: "ARCHIVED" });
    const ids = async (query: object) => (await content.editor.call(listEditedArticles, query)).items.map(({ id }) => id);
    expect((await ids({})).slice(0, 2)).toEqual([archived.id, draft.id]);
    await content.editor.call(updateHelpArticle, { articleId: draft.id, title: "Newer" });
    expect((await ids({ limit: 1 }))[0]).toBe(draft.id);
    expect((await ids({ status: "ARCHIVED" }))[0]).toBe(archived.id);
  });

  it("of many articles with one slug written at once, one is kept", async () => {
    const category = await content.newCategory();
    const slug = `a-${uuid()}`;
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => outcomeOf(content.newArticle(category, { slug }))));
    expect(outcomes.sort()).toEqual([...Array(5).fill("help.error.slug_taken"), "ok"]);
    expect((await categoryOf(category)).articles).toBe(1);
  });

  it("a category is removed only without articles, also when one is written meanwhile", async () => {
    for (let round = 0; round < 5; round += 1) {
      const slug = await content.newCategory();
      const { id: categoryId } = await categoryOf(slug);
      const [written, removed] = await Promise.all([
        outcomeOf(content.newArticle(slug)),
        outcomeOf(content.editor.call(removeHelpCategory, { categoryId })),
      ]);
      expect([
        ["ok", "help.error.category_in_use"],
        ["help.error.category_not_found", "ok"],
      ]).toContainEqual([written, removed]);
    }
  });

  it("articles are counted in their category when they come, move and go", async () => {
    const [from, to] = [await content.newCategory(), await content.newCategory()];
    const { id: articleId } = await content.newArticle(from);
    await content.editor.call(updateHelpArticle, { articleId, category: to });
    await content.editor.call(updateHelpArticle, { articleId, category: to });
    expect([(await categoryOf(from)).articles, (await categoryOf(to)).articles]).toEqual([0, 1]);
    expect((await content.list({ category: to })).items[0]?.category).toEqual({ name: "Category", slug: to });
    await content.editor.call(removeHelpArticle, { articleId });
    expect((await categoryOf(to)).articles).toBe(0);
    expect(await outcomeOf(content.editor.call(removeHelpArticle, { articleId }))).toBe("help.error.article_not_found");
  });

  it("refuses unknown ids, categories, slugs that are none, and taken ones", async () => {
    const slug = await content.newCategory();
    const { id: categoryId } = await categoryOf(slug);
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

  it("there are no more categories than a list shows, also when the last ones come at the same time", async () => {
    const categories = content.runtime.database("content").collection<{ _id: string }>("help_categories");
    const now = content.runtime.clock.now();
    const many = Array.from({ length: 200 }, (_, order) => {
      const slug = `many-${uuid()}`;
      return { _id: uuid(), slug, name: "One of many", description: null, icon: null, order, articles: 0, createdAt: now, updatedAt: now };
    });
    await categories.insertMany(many);
    expect(await outcomeOf(content.newCategory())).toBe("help.error.too_many_categories");
    const [taken] = [await categories.countDocuments()];
    await categories.deleteMany({ name: "One of many", order: { $lt: taken - 198 } });
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => outcomeOf(content.newCategory())));
    expect(outcomes.sort()).toEqual([...Array(4).fill("help.error.too_many_categories"), "ok", "ok"]);
    expect(await categories.countDocuments()).toBe(200);
    await categories.deleteMany({ name: "One of many" });
    expect(await outcomeOf(content.newCategory())).toBe("ok");
  });

  it("categories are shown in their order, renamed ones with their new name", async () => {
    const slug = await content.newCategory();
    const { id: categoryId } = await categoryOf(slug);
    await content.editor.call(updateHelpCategory, { categoryId, name: "Renamed", order: 9_999, description: "Last" });
    const shown = await call(content.broker, listHelpCategories, {});
    expect(shown.at(-1)).toEqual({ name: "Renamed", slug, description: "Last", icon: null });
    await content.newArticle(slug);
    expect((await content.list({ category: slug })).items[0]?.category.name).toBe("Renamed");
  });
});

describe("the first articles of a local system", () => {
  it("HLP-01 are written once, by whichever replica is first, and never come back", async () => {
    const runtime = createTestRuntime();
    const deps = liveDeps(runtime);
    await deps.prepare();
    await Promise.all([seedHelp(deps), seedHelp(deps), seedHelp(deps)]);
    const all = { categoryId: null, locale: null, featured: false, needle: null };
    const page = { page: 1, limit: 50 };
    expect((await deps.articles.published(all, page)).total).toBe(4);
    const [gone] = (await deps.articles.published(all, page)).rows;
    await deps.transaction((tx) => deps.articles.remove(tx, gone?._id ?? ""));
    await seedHelp(deps);
    expect((await deps.articles.published(all, page)).total).toBe(3);
    expect((await deps.categories.all()).map(({ articles }) => articles)).toEqual([2, 2]);
    await disposeRuntime(runtime, ["content"]);
  });

  it("HLP-01 are not written in production", async () => {
    const written: number[] = [];
    for (const production of [true, false]) {
      const runtime = createTestRuntime({ production });
      const broker = createBroker(runtime, [contentService]);
      await broker.start();
      written.push(await runtime.database("content").collection("help_articles").countDocuments());
      await broker.stop();
      await disposeRuntime(runtime, ["content"]);
    }
    expect(written).toEqual([0, 4]);
  });
});
