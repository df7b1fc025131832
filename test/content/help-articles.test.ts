import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import type { mongo } from "mongoose";
import { call } from "#libs/contract-kit/call.ts";
import { getHelpArticle, updateHelpArticle } from "#libs/contracts/content/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { outcomeOf } from "../support/act-as.ts";
import { type ArticleQuery, type ContentFixture, startContent } from "./fixture.ts";

const ITEM = ["category", "excerpt", "icon", "isFeatured", "publishedAt", "readTimeMinutes", "slug", "title"];
type Filter = Record<string, unknown>;

let content: ContentFixture;
beforeAll(async () => {
  content = await startContent();
});
afterAll(() => content.stop());

describe("published help articles", () => {
  it("HLP-01 published articles are listed without drafts and archived ones", async () => {
    const category = await content.newCategory();
    const { slug } = await content.newArticle(category);
    await content.newArticle(category, { status: "DRAFT" });
    await content.newArticle(category, { status: "ARCHIVED" });
    expect(await content.list({ category })).toMatchObject({ total: 1, items: [{ slug }] });
  });

  it("HLP-02 published articles have exactly the fields of spec 2.8", async () => {
    const category = await content.newCategory();
    await content.newArticle(category, { title: "How?", excerpt: "So.", icon: "star", readTimeMinutes: 4, isFeatured: true });
    await content.newArticle(category);
    const { items } = await content.list({ category });
    for (const item of items) expect(Object.keys(item).sort()).toEqual(ITEM);
    expect(items[0]).toMatchObject({ excerpt: null, icon: null, readTimeMinutes: null, isFeatured: false });
    expect(items[1]).toMatchObject({ title: "How?", excerpt: "So.", icon: "star", readTimeMinutes: 4, category: { slug: category } });
    expect(new Date(items[0]?.publishedAt ?? "").toISOString()).toBe(items[0]?.publishedAt);
  });

  it("HLP-03 published articles are ordered by publishedAt, newest first, and by id between equal times, so that no page skips one", async () => {
    const category = await content.newCategory();
    const times = [3, 1, 2, 1, 3, 1];
    for (const day of times) {
      content.runtime.clock.set(new Date(Date.UTC(2031, 0, day)));
      await content.newArticle(category);
    }
    content.runtime.clock.reset();
    const whole = (await content.list({ category })).items;
    const dates = whole.map(({ publishedAt }) => publishedAt ?? "");
    expect(dates.map((date) => date.slice(0, 10))).toEqual([3, 3, 2, 1, 1, 1].map((day) => `2031-01-0${day}`));
    const pages = [1, 2, 3, 4].map((page) => content.slugs({ category, page, limit: 2 }));
    expect((await Promise.all(pages)).flat()).toEqual(whole.map(({ slug }) => slug));
  });

  it("HLP-04 published articles have the same total on every page, also past the end", async () => {
    const category = await content.newCategory();
    for (let number = 0; number < 4; number += 1) await content.newArticle(category);
    const pages = await Promise.all([1, 2, 3, 4, 90].map((page) => content.list({ category, page, limit: 2 })));
    expect(pages.map(({ total, totalPages, items }) => [total, totalPages, items.length])).toEqual([
      [4, 2, 2],
      [4, 2, 2],
      [4, 2, 0],
      [4, 2, 0],
      [4, 2, 0],
    ]);
    expect(await content.list({ category, limit: 3, page: 2 })).toMatchObject({ total: 4, items: [{}] });
  });

  it("HLP-05 published articles are an empty list for an unknown category", async () => {
    expect(await content.list({ category: "no-such-category" })).toEqual({ items: [], total: 0, page: 1, limit: 20, totalPages: 0 });
  });

  it.each([
    ["title", { title: "The NEEDLE of a title" }],
    ["content", { content: "<p>somewhere a nEEdle</p>" }],
    ["excerpt", { excerpt: "needle first" }],
  ])("HLP-06 published articles are found by a text in their %s, in any letter case", async (_, fields) => {
    const category = await content.newCategory();
    const { slug } = await content.newArticle(category, fields);
    await content.newArticle(category);
    for (const search of ["needle", "NEEDLE", "Needl"]) expect(await content.slugs({ category, search })).toEqual([slug]);
    expect(await content.slugs({ category, search: "needles" })).toEqual([]);
  });

  it.each(["R&D", "r&d", "5 < 6", "6 > 5", "&lt;b&gt;", "&amp;lt;b", "R&amp;D"])(
    "HLP-06 published articles are found by the characters that HTML escapes, as written and as escaped: %s",
    async (search) => {
      const category = await content.newCategory();
      const { slug } = await content.newArticle(category, { content: "<p>R&D says 5 < 6 and 6 &gt; 5, in &amp;lt;b&amp;gt;</p>" });
      expect(await content.slugs({ category, search })).toEqual([slug]);
    },
  );

  it.each([".*", "(", "[", "\\", "$title", "^", "(a+)+$", "{}", "{$gt:1}", "%00", "\u0000", "'", "x".repeat(10_000)])(
    "HLP-07 are searched literally: no character is an operator, %#",
    async (search) => {
      const category = await content.newCategory();
      await content.newArticle(category, { title: "nothing special" });
      expect(await content.slugs({ category, search })).toEqual([]);
      const title = `a ${search.slice(0, 100)} b`.replaceAll("\u0000", "");
      const { slug } = await content.newArticle(category, { title });
      const found = search.includes("\u0000") || search.length > 100 ? [] : [slug];
      expect(await content.slugs({ category, search })).toEqual(found);
    },
  );

  it.each([
    ["ﬁle", "FILE"],
    ["STRAẞE", "straße"],
    ["İstanbul", "İSTANBUL"],
    ["ＦＵＬＬ", "full"],
    ["Ünïcöde", "üNÏCÖDE"],
  ])("HLP-06 published articles are found across compatible characters: %s by %s", async (title, search) => {
    const category = await content.newCategory();
    const { slug } = await content.newArticle(category, { title });
    expect(await content.slugs({ category, search })).toEqual([slug]);
  });

  it("HLP-06 published articles are not found by a text that spans two fields", async () => {
    const category = await content.newCategory();
    await content.newArticle(category, { title: "alpha", content: "beta", excerpt: "gamma" });
    for (const search of ["alphabeta", "alpha beta", "a\u0000b", "betagamma", "\u0000"]) {
      expect(await content.slugs({ category, search })).toEqual([]);
    }
  });

  it("HLP-06 HLP-07 published articles are found by exactly the texts that are substrings, ignoring case and accents", async () => {
    const category = await content.newCategory();
    const titles = ["Paid (DM) [beta]", "50% off: $5.00", "a.b*c?d+e", "Ärger \\ Öl", "tab\there"];
    const slugs = new Map<string, string>();
    for (const title of titles) slugs.set((await content.newArticle(category, { title, content: "-" })).slug, title);
    const part = fc
      .constantFrom(...titles)
      .chain((title) =>
        fc.tuple(fc.nat(title.length), fc.nat(title.length)).map(([from, to]) => title.slice(Math.min(from, to), Math.max(from, to))),
      );
    const search = fc.oneof(
      part,
      part.map((text) => text.toUpperCase()),
      fc.string({ minLength: 1, maxLength: 6 }),
    );
    await fc.assert(
      fc.asyncProperty(
        search.filter((text) => text !== ""),
        async (text) => {
          const plain = (field: string) => field.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
          const expected = [...slugs].filter(([, title]) => [title, "-"].some((field) => plain(field).includes(plain(text))));
          expect((await content.slugs({ category, search: text })).sort()).toEqual(expected.map(([slug]) => slug).sort());
        },
      ),
      { numRuns: 60 },
    );
  });

  it("HLP-08 published articles are filtered to featured ones by exactly true; any other value is no filter", async () => {
    const category = await content.newCategory();
    const { slug } = await content.newArticle(category, { isFeatured: true });
    await content.newArticle(category);
    expect(await content.slugs({ category, featured: "true" })).toEqual([slug]);
    for (const featured of ["TRUE", "1", "false", "", "yes"]) expect((await content.list({ category, featured })).total).toBe(2);
  });

  it("HLP-09 published articles are filtered by an exact locale code; without one all locales are listed", async () => {
    const category = await content.newCategory();
    const { slug } = await content.newArticle(category, { locale: "de" });
    await content.newArticle(category, { locale: "en" });
    expect(await content.slugs({ category, locale: "de" })).toEqual([slug]);
    for (const locale of ["en-US", "DE", "xx"]) expect(await content.slugs({ category, locale })).toEqual([]);
    expect((await content.list({ category })).total).toBe(2);
  });

  it("HLP-10 published articles must match every given filter", async () => {
    const category = await content.newCategory();
    const all = { title: "Refund now", isFeatured: true, locale: "fr" } as const;
    const { slug } = await content.newArticle(category, all);
    await content.newArticle(category, { ...all, title: "Other" });
    await content.newArticle(category, { ...all, isFeatured: false });
    await content.newArticle(category, { ...all, locale: "en" });
    await content.newArticle(await content.newCategory(), all);
    const query = { category, search: "refund", featured: "true", locale: "fr" };
    expect(await content.list(query)).toMatchObject({ total: 1, totalPages: 1, items: [{ slug }] });
  });

  it("HLP-13 published articles are shown with their sanitized content, also after a change; unknown and unpublished ones are 404", async () => {
    const category = await content.newCategory();
    const { slug, id } = await content.newArticle(category, { content: '<p onclick="x()">Text</p><script>x()</script>' });
    const detail = await call(content.broker, getHelpArticle, { slug });
    expect(Object.keys(detail).sort()).toEqual([...ITEM, "content", "locale"].sort());
    expect(detail.content).toBe("<p>Text</p>");
    await content.editor.call(updateHelpArticle, { articleId: id, content: "<p>New</p><script>x()</script>" });
    expect((await call(content.broker, getHelpArticle, { slug })).content).toBe("<p>New</p>");
    await content.editor.call(updateHelpArticle, { articleId: id, status: "ARCHIVED" });
    for (const hidden of [slug, uuid(), "Not A Slug", "$ne"]) {
      expect(await outcomeOf(call(content.broker, getHelpArticle, { slug: hidden }))).toBe("help.error.article_not_found");
    }
  });

  it.each<[string, ArticleQuery]>([
    ["nothing", {}],
    ["a category", { category: "getting-started" }],
    ["a locale", { locale: "en" }],
    ["featured", { featured: "true" }],
    ["a search", { search: "e" }],
  ])("HLP-03 are read from an index in the order of the list when filtered by %s", async (_, query) => {
    const { filter, options } = await articleQueryDuring(() => content.list({ ...query, limit: 2 }));
    expect(options.sort).toEqual({ publishedAt: -1, _id: -1 });
    expect(options.limit).toBe(2);
    const rows = content.runtime.database("content").connection.collection("help_articles");
    const plan: mongo.Document = await rows.find(filter, options).explain("executionStats");
    const text = JSON.stringify(plan.queryPlanner.winningPlan);
    expect(text).toContain("IXSCAN");
    expect(text).not.toMatch(/COLLSCAN|"SORT"/);
  });
});

/** The one query on articles that the database gets while some work runs. */
async function articleQueryDuring(work: () => Promise<unknown>): Promise<{ filter: Filter; options: mongo.FindOptions }> {
  const connection = content.runtime.database("content").connection;
  const queries: { filter: Filter; options: mongo.FindOptions }[] = [];
  connection.set("debug", (collection: string, method: string, filter: Filter, { session: _, ...options }: mongo.FindOptions) => {
    if (collection === "help_articles" && method === "find") queries.push({ filter, options });
  });
  await work();
  connection.set("debug", false);
  const [query] = queries;
  if (!query || queries.length > 1) throw new Error(`${queries.length} queries on articles`);
  return query;
}
