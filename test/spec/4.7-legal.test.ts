import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import type { Reply } from "../support/http.ts";
import { dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";

interface LegalText {
  readonly content: string;
  readonly lastUpdated: string | null;
}

let system: TestSystem;
let admin: Person;
beforeAll(async () => {
  system = await startTestSystem();
  admin = await system.admin();
});
afterAll(() => system.stop());

const read = async (kind: string) => dataOf<LegalText>(await system.send("GET", `/legal/${kind}`), 200);
const cacheOf = ({ headers }: Reply) => [headers.get("cache-control"), headers.get("etag")];

describe("spec 4.7: legal texts over HTTP", () => {
  it("LEG-01 LEG-02 LEG-07 an unset text is its placeholder, for anonymous callers too, with exactly two fields", async () => {
    expect(await read("terms")).toEqual({ content: "Terms of service not yet published.", lastUpdated: null });
    expect(await read("privacy")).toEqual({ content: "Privacy policy not yet published.", lastUpdated: null });
  });

  it.each([
    ["LEG-03", "terms", "legal.terms_of_service"],
    ["LEG-04", "privacy", "legal.privacy_policy"],
  ])("%s %s are the HTML of the setting, with the time of the change", async (_, kind, key) => {
    const html = `<h1>About ${kind}</h1><p>Read <a href="https://example.org/x">this</a>.</p>`;
    const before = new Date().toISOString();
    await system.setConfig(key, html);
    const text = await read(kind);
    expect(text.content).toBe(html);
    expect(dataOf<{ value: string; updatedAt: string }>(await admin.send("GET", `/admin/config/keys/${key}`), 200)).toMatchObject({
      value: html,
      updatedAt: text.lastUpdated,
    });
    expect(before <= (text.lastUpdated ?? "") && (text.lastUpdated ?? "") <= new Date().toISOString()).toBe(true);
  });

  it("LEG-05 a text that was reset is its placeholder without a time; the earlier text stays in the history", async () => {
    await system.setConfig("legal.terms_of_service", "<p>Before the reset</p>");
    dataOf(await admin.send("POST", "/admin/config/keys/legal.terms_of_service/reset"), 201);
    expect(await read("terms")).toEqual({ content: "Terms of service not yet published.", lastUpdated: null });
    await eventually(async () => {
      const { body } = await admin.send("GET", "/admin/legal/terms/versions?limit=2");
      expect(body.data).toMatchObject({ items: [{ withdrawn: true }, { withdrawn: false, characters: "<p>Before the reset</p>".length }] });
    });
  });

  it("LEG-05 a text that was set to null is its placeholder without a time", async () => {
    await system.setConfig("legal.terms_of_service", "<p>Soon unset</p>");
    await system.setConfig("legal.terms_of_service", null);
    expect(await read("terms")).toEqual({ content: "Terms of service not yet published.", lastUpdated: null });
  });

  it("LEG-06 query strings and headers do not change the response", async () => {
    const plain = await read("terms");
    const headers = {
      "accept-language": "xx;q=9",
      authorization: "Bearer nonsense",
      "x-client-platform": "TOASTER",
      "idempotency-key": "é",
    };
    for (const query of ["?locale=de", "?kind=privacy", "?%00=%ff", "?__proto__=1", "?a[]=1&a[]=2"]) {
      const { status, body } = await system.send("GET", `/legal/terms${query}`, { headers });
      expect([query, status, body.data]).toEqual([query, 200, plain]);
    }
  });

  it("LEG-07 a signed-in caller gets the same text", async () => {
    expect((await admin.send("GET", "/legal/privacy")).body.data).toEqual(await read("privacy"));
  });

  it("LEG-08 a published text holds nothing that a browser would run", async () => {
    await system.setConfig("legal.privacy_policy", '<p onmouseover="x()">a</p><script>x()</script><a href="javascript:x()">b</a>');
    const reply = await system.send("GET", "/legal/privacy");
    expect(reply.body.data).toMatchObject({ content: "<p>a</p><a>b</a>" });
    expect([reply.headers.get("content-type"), reply.headers.get("x-content-type-options")]).toEqual([
      "application/json; charset=utf-8",
      "nosniff",
    ]);
  });

  it("LEG-09 a response may be cached for a minute and is revalidated by its ETag", async () => {
    await system.setConfig("legal.terms_of_service", "<p>one</p>");
    expect(cacheOf(await system.send("GET", "/legal/privacy"))).toEqual(["public, s-maxage=60", expect.stringMatching(/^"\w+"$/)]);
    const first = await system.send("GET", "/legal/terms");
    const [cacheControl, tag] = cacheOf(first);
    expect(cacheControl).toBe("public, s-maxage=60");
    const again = await system.send("GET", "/legal/terms", { headers: { "if-none-match": tag ?? "" } });
    expect([again.status, again.body, ...cacheOf(again)]).toEqual([304, undefined, cacheControl, tag]);
    await system.setConfig("legal.terms_of_service", "<p>two</p>");
    const changed = await system.send("GET", "/legal/terms", { headers: { "if-none-match": tag ?? "" } });
    expect([changed.status, changed.body.data]).toEqual([200, expect.objectContaining({ content: "<p>two</p>" })]);
    expect(changed.headers.get("etag")).not.toBe(tag);
  });

  it("LEG-09 LEG-10 earlier versions are listed for administrators and found by date", async () => {
    await system.setConfig("legal.privacy_policy", "<p>first</p>");
    const { lastUpdated } = await read("privacy");
    await system.setConfig("legal.privacy_policy", "<p>second</p>");
    const current = await read("privacy");
    const listed = await eventually(async () => {
      const page = dataOf<{ items: { publishedAt: string; publishedBy: string }[] }>(
        await admin.send("GET", "/admin/legal/privacy/versions?limit=2"),
        200,
      );
      expect(page.items.map(({ publishedAt }) => publishedAt)).toEqual([current.lastUpdated, lastUpdated]);
      return page;
    });
    expect(listed.items[0]?.publishedBy).toBe(admin.userId);
    const day = (current.lastUpdated ?? "").slice(0, 10);
    const onThatDay = await system.send("GET", `/legal/privacy/versions/${day}`);
    expect([onThatDay.body.data, ...cacheOf(onThatDay)]).toEqual([current, "public, s-maxage=60", expect.stringMatching(/^"\w+"$/)]);
    const old = await system.send("GET", "/legal/privacy/versions/2001-01-01");
    expect([old.status, old.body.error.i18nKey]).toEqual([404, "legal.error.version_not_found"]);
    for (const wrong of ["/legal/privacy/versions/yesterday", "/legal/cookies/versions/2001-01-01"]) {
      expect((await system.send("GET", wrong)).status).toBe(400);
    }
  });

  it("LEG-10 the list of versions requires the permission to write content", async () => {
    expect((await system.send("GET", "/admin/legal/terms/versions")).status).toBe(401);
    expect((await (await system.newUser()).send("GET", "/admin/legal/terms/versions")).status).toBe(403);
  });

  it("a user accepts the text in force; an older one is 409", async () => {
    const user = await system.newUser();
    const { lastUpdated } = await read("privacy");
    const reply = await user.send("POST", "/legal/accept", { kind: "privacy", version: lastUpdated });
    expect(reply.body.data).toMatchObject({ kind: "privacy", version: lastUpdated });
    expect((await user.send("POST", "/legal/accept", { kind: "privacy", version: "2001-01-01" })).status).toBe(409);
    // The terms were accepted by the registration.
    const { items } = dataOf<{ items: { kind: string }[] }>(await user.send("GET", "/legal/acceptances"), 200);
    expect(items.filter(({ kind }) => kind !== "terms")).toHaveLength(1);
    expect((await system.send("POST", "/legal/accept", { body: { kind: "privacy" } })).status).toBe(401);
  });
});
