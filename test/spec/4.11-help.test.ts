import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import type { Reply } from "../support/http.ts";
import { dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";

interface Item {
  readonly slug: string;
  readonly title: string;
  readonly publishedAt: string;
}
interface Page {
  readonly items: Item[];
  readonly total: number;
  readonly page: number;
  readonly limit: number;
  readonly totalPages: number;
}

const ITEM = ["category", "excerpt", "icon", "isFeatured", "publishedAt", "readTimeMinutes", "slug", "title"];
const PUBLIC_CACHE = "public, s-maxage=300, stale-while-revalidate=600";
const LIST = "/public/help/articles";

let system: TestSystem;
let admin: Person;
let category: string;
beforeAll(async () => {
  system = await startTestSystem({ configOverrides: new Map([["CONFIG_RATELIMIT_HELP_ARTICLES_LIMIT", "100000"]]) });
  admin = await system.admin();
  category = await newCategory();
});
afterAll(() => system.stop());

async function newCategory(): Promise<string> {
  const slug = `c-${uuid()}`;
  dataOf(await admin.send("POST", "/admin/help/categories", { name: "Category", slug }), 201);
  return slug;
}

async function newArticle(fields: object = {}): Promise<Item & { id: string }> {
  const article = { slug: `a-${uuid()}`, title: "Title", content: "<p>Content</p>", category, status: "PUBLISHED", ...fields };
  return dataOf(await admin.send("POST", "/admin/help/articles", article), 201);
}

const get = (query: Record<string, string>): Promise<Reply> => system.send("GET", `${LIST}?${new URLSearchParams(query)}`);
const list = async (query: Record<string, string>) => dataOf<Page>(await get(query), 200);
const slugs = async (query: Record<string, string>) => (await list(query)).items.map(({ slug }) => slug);

describe("spec 4.11: help articles over HTTP", () => {
  it("HLP-01 only published articles are listed", async () => {
    const own = await newCategory();
    const { slug } = await newArticle({ category: own });
    const draft = await newArticle({ category: own, status: "DRAFT" });
    await newArticle({ category: own, status: "ARCHIVED" });
    expect(await slugs({ category: own })).toEqual([slug]);
    dataOf(await admin.send("PATCH", `/admin/help/articles/${draft.id}`, { status: "PUBLISHED" }), 200);
    expect(await slugs({ category: own })).toEqual([draft.slug, slug]);
  });

  it("HLP-02 items have exactly the fields of spec 2.8", async () => {
    const { slug } = await newArticle({ excerpt: "Short", icon: "star", readTimeMinutes: 3, isFeatured: true });
    const { items } = await list({ category });
    for (const item of items) expect(Object.keys(item).sort()).toEqual(ITEM);
    expect(items.find((item) => item.slug === slug)).toEqual({
      ...{ slug, title: "Title", excerpt: "Short", icon: "star", readTimeMinutes: 3, isFeatured: true },
      publishedAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/),
      category: { name: "Category", slug: category },
    });
  });

  it("HLP-03 the newest article is first", async () => {
    for (let number = 0; number < 3; number += 1) await newArticle();
    const dates = (await list({ limit: "50" })).items.map(({ publishedAt }) => publishedAt);
    expect(dates.length).toBeGreaterThanOrEqual(3);
    expect(dates).toEqual([...dates].sort().reverse());
  });

  it.each([
    [{}, 1, 20],
    [{ page: "0", limit: "0" }, 1, 1],
    [{ page: "-5", limit: "-5" }, 1, 1],
    [{ page: "2", limit: "51" }, 2, 50],
    [{ page: "x", limit: "y" }, 1, 20],
    [{ page: "", limit: "" }, 1, 20],
    [{ page: "1e999", limit: "1000000000" }, 1, 50],
    [{ page: "1.9", limit: "2.9" }, 1, 2],
  ])("HLP-04 the query %j gives page %d with limit %d", async (query, page, limit) => {
    expect(await list({ ...query, category })).toMatchObject({ page, limit });
  });

  it("HLP-05 filters by the slug of a category; an unknown one is an empty list", async () => {
    const own = await newCategory();
    const { slug } = await newArticle({ category: own });
    expect(await slugs({ category: own })).toEqual([slug]);
    expect(await list({ category: "unknown" })).toMatchObject({ items: [], total: 0, totalPages: 0 });
  });

  it("HLP-06 a search covers title, content and excerpt, in any letter case", async () => {
    const [word, own] = [uuid().slice(-12), await newCategory()];
    const written = [
      await newArticle({ category: own, title: `T ${word.toUpperCase()} t` }),
      await newArticle({ category: own, content: `<p>c${word}c</p>` }),
      await newArticle({ category: own, excerpt: word }),
    ];
    expect((await slugs({ search: word })).sort()).toEqual(written.map(({ slug }) => slug).sort());
    expect((await list({ search: word.toUpperCase() })).total).toBe(3);
  });

  it("HLP-07 a search is literal: no character is an operator", async () => {
    const own = await newCategory();
    const title = "What (a.*b) [c] \\d $e ^f +g?";
    const { slug } = await newArticle({ category: own, title });
    await newArticle({ category: own, title: "plain" });
    for (const search of [".*", "(", "[", "\\d", "$e", "^f", "+g?", "(a.*b)"]) {
      expect([search, await slugs({ category: own, search })]).toEqual([search, [slug]]);
    }
    for (const search of ["a.b", "[abc]", "(x+x+)+y", "\u0000", "{$ne:1}", "[object Object]"]) {
      expect([search, await slugs({ category: own, search })]).toEqual([search, []]);
    }
    expect((await system.send("GET", `${LIST}?search[$ne]=x&search=%ff&category[$gt]=`)).status).toBe(200);
  });

  it("HLP-08 only the exact string true filters to featured ones", async () => {
    const own = await newCategory();
    const { slug } = await newArticle({ category: own, isFeatured: true });
    await newArticle({ category: own });
    expect(await slugs({ category: own, featured: "true" })).toEqual([slug]);
    for (const featured of ["TRUE", "1", "false", "yes", ""]) expect((await list({ category: own, featured })).total).toBe(2);
  });

  it("HLP-09 the locale filter is an exact code; the language of the client is no filter", async () => {
    const own = await newCategory();
    const { slug } = await newArticle({ category: own, locale: "es" });
    await newArticle({ category: own });
    expect(await slugs({ category: own, locale: "es" })).toEqual([slug]);
    expect(await slugs({ category: own, locale: "en-US" })).toEqual([]);
    const spanish = await system.send("GET", `${LIST}?category=${own}`, { headers: { "accept-language": "es" } });
    expect(dataOf<Page>(spanish, 200).total).toBe(2);
  });

  it("HLP-10 an article must match every given filter", async () => {
    const own = await newCategory();
    const fields = { category: own, title: "Refunds", isFeatured: true, locale: "fr" };
    const { slug } = await newArticle(fields);
    for (const other of [{ title: "x" }, { isFeatured: false }, { locale: "de" }, { category }]) await newArticle({ ...fields, ...other });
    expect(await slugs({ category: own, search: "refund", featured: "true", locale: "fr" })).toEqual([slug]);
  });

  it("HLP-11 shared caches may store a successful response", async () => {
    for (const path of [LIST, `${LIST}?search=nothing-at-all`, "/public/help/categories"]) {
      expect((await system.send("GET", path)).headers.get("cache-control")).toBe(PUBLIC_CACHE);
    }
  });

  it("HLP-11 HLP-13 an article is found by its slug; unknown and unpublished ones are 404, which no cache may store", async () => {
    const { slug } = await newArticle({ content: "<p>All of it</p>" });
    const draft = await newArticle({ status: "DRAFT" });
    const reply = await system.send("GET", `${LIST}/${slug}`);
    expect(Object.keys(dataOf<object>(reply, 200)).sort()).toEqual([...ITEM, "content", "locale"].sort());
    expect(reply.body.data).toMatchObject({ slug, content: "<p>All of it</p>" });
    expect(reply.headers.get("cache-control")).toBe(PUBLIC_CACHE);
    for (const hidden of [draft.slug, "unknown", "%00", "x".repeat(500)]) {
      const { status, body, headers } = await system.send("GET", `${LIST}/${hidden}`);
      expect([status, body.error.i18nKey, headers.get("cache-control")]).toEqual([404, "help.error.article_not_found", "no-store"]);
    }
  });

  it("editing requires the permission to write content", async () => {
    const user = await system.newUser();
    for (const path of ["/admin/help/articles", "/admin/help/categories"]) {
      expect([(await system.send("GET", path)).status, (await user.send("GET", path)).status]).toEqual([401, 403]);
      expect((await user.send("POST", path, {})).status).toBe(403);
    }
  });

  it("a user opens a ticket and reads the answer of the support", async () => {
    const [user, stranger] = [await system.newUser(), await system.newUser()];
    const { id } = dataOf<{ id: string }>(await user.send("POST", "/support/tickets", { subject: "Help", message: "Please" }), 201);
    expect((await user.send("POST", `/admin/support/tickets/${id}/messages`, { message: "x" })).status).toBe(403);
    expect((await stranger.send("GET", `/support/tickets/${id}`)).status).toBe(404);
    dataOf(await admin.send("POST", `/admin/support/tickets/${id}/messages`, { message: "Gladly" }), 201);
    const answered = dataOf<Page>(await admin.send("GET", "/admin/support/tickets?status=ANSWERED"), 200);
    expect(answered.items).toContainEqual(expect.objectContaining({ id, userId: user.userId }));
    dataOf(await admin.send("POST", `/admin/support/tickets/${id}/close`, {}), 200);
    expect((await user.send("POST", `/support/tickets/${id}/messages`, { message: "x" })).status).toBe(409);
    expect((await user.send("GET", `/support/tickets/${id}`)).body.data).toMatchObject({ status: "CLOSED", messages: [{}, {}] });
    expect((await user.send("GET", "/support/tickets")).body.data).toMatchObject({ total: 1 });
  });
});

describe("spec 8: the rate limit of help articles", () => {
  it("THR-11 HLP-12 the 61st request of an address in a minute is 429, without the public cache header", async () => {
    const limited = await startTestSystem({}, "spec");
    const from = (address: string) => limited.send("GET", LIST, { headers: { "x-forwarded-for": address } });
    const replies = await Promise.all(Array.from({ length: 61 }, () => from("203.0.113.7")));
    const refused = replies.filter(({ status }) => status === 429);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.headers.get("cache-control")).toBe("no-store");
    expect(refused[0]?.body.error.code).toBe("THROTTLE_LIMIT_EXCEEDED");
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await from("203.0.113.8")).headers.get("cache-control")).toBe(PUBLIC_CACHE);
    await limited.stop();
  });
});
