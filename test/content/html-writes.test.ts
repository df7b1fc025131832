import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { call } from "#libs/contract-kit/call.ts";
import { setConfigKey, setScopedConfig } from "#libs/contracts/config/index.ts";
import { getHelpArticle, getTerms, updateHelpArticle } from "#libs/contracts/content/index.ts";
import { removedParts, sanitizeHtml } from "#libs/platform/html/sanitize-html.ts";
import { actAs } from "../support/act-as.ts";
import { type ContentFixture, startContent } from "./fixture.ts";

let content: ContentFixture;
beforeAll(async () => {
  content = await startContent();
});
afterAll(() => content.stop());

const TERMS = "legal.terms_of_service";
const admin = () => actAs(content.broker, content.runtime, { roles: ["ADMIN"] });

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => "stored",
    ({ key, code, vars }: { key: string; code: number; vars: object }) => ({ key, code, vars }),
  );

/** Every way in which HTML is written. */
async function writes() {
  const category = await content.newCategory();
  const { id: articleId } = await content.newArticle(category);
  return [
    (html: string) => content.newArticle(category, { content: html }),
    (html: string) => content.editor.call(updateHelpArticle, { articleId, content: html }),
    (value: string) => admin().call(setConfigKey, { key: TERMS, value }),
  ];
}

describe("pictures in published HTML", () => {
  it.each([
    ["https://pictures.example/a.png", '<img src="https://pictures.example/a.png" alt="a">'],
    ["http://pictures.example/a.png", "<img src=http://pictures.example/a.png>"],
    ["//pictures.example/a.png", "<IMG alt='x' SRC='//pictures.example/a.png'/>"],
    ["/\\pictures.example/a.png", '<img src="/\\pictures.example/a.png">'],
    ["data:image/png;base64,AAAA", '<img src="data:image/png;base64,AAAA">'],
    ["a.png", "<figure><img src=a.png></figure>"],
    ["", "<img alt='no address'>"],
  ])("FLD-20 a picture at %j, which the policy of the pages blocks, is refused with its line", async (address, picture) => {
    const refusal = { key: "content.error.foreign_picture", code: 400, vars: { line: 3, address } };
    for (const write of await writes()) expect(await refusalOf(write(`<p>One</p>\n\n<p>${picture}</p>`))).toEqual(refusal);
  });

  it("FLD-20 a picture of this site is published as it is", async () => {
    const html = '<p><img src="/pictures/a.png" alt="A" width="10" /></p>';
    for (const write of await writes()) expect(await refusalOf(write(html))).toBe("stored");
    expect((await call(content.broker, getTerms, {})).content).toBe(html);
  });

  it("FLD-20 a blocked picture in an article that was stored before becomes its words", async () => {
    const { id, slug } = await content.newArticle(await content.newCategory());
    const articles = content.runtime.database("content").connection.collection<{ _id: string }>("help_articles");
    const old = '<p>See <img src="https://pictures.example/a.png" alt="the map" /> here <img src="https://pictures.example/b.png" />.</p>';
    await articles.updateOne({ _id: id }, { $set: { content: old } });
    const shown = (await call(content.broker, getHelpArticle, { slug })).content;
    expect(shown).toBe("<p>See <span>the map</span> here <span>https://pictures.example/b.png</span>.</p>");
  });
});

describe("HTML that is not stored as it was given", () => {
  it.each([
    ["<p>Write to <help@example.org>.</p>", "<p>Write to &lt;help@example.org&gt;.</p>"],
    ["a<b then", "a&lt;b then"],
    ["<p>a<b then <i>more</i></p>", "<p>a&lt;b then <i>more</i></p>"],
    ["<p>if a <b, stop</p>", "<p>if a &lt;b, stop</p>"],
    ["1 < 2 and 3 > 2, <3", "1 &lt; 2 and 3 &gt; 2, &lt;3"],
    ["<https://example.org/a?b=1>", "&lt;https://example.org/a?b=1&gt;"],
    ["<details open><summary>More</summary>text</details>", "<details open><summary>More</summary>text</details>"],
    ["before <!-- an unfinished comment", "before &lt;!-- an unfinished comment"],
    ['<p title="a < b">text</p>', '<p title="a &lt; b">text</p>'],
    ["<p>an open end <a href=", "<p>an open end &lt;a href=</p>"],
  ])("FLD-21 %s keeps all of its text", (given, stored) => {
    expect(sanitizeHtml(given)).toBe(stored);
    expect(sanitizeHtml(stored)).toBe(stored);
    expect(removedParts(given)).toEqual([]);
  });

  it("FLD-21 a write answers what was removed and where, and says nothing when nothing was", async () => {
    const given = [
      '<p onclick="x()" class="big">One</p>',
      "<script>if (a < b) x()</script><form>Two</form>",
      '<a href="javascript:x()">three</a><b then c>four</b>',
    ].join("\n");
    const removed = [
      { what: "onclick of <p>", line: 1 },
      { what: "class of <p>", line: 1 },
      { what: "<script>", line: 2 },
      { what: "<form>", line: 2 },
      { what: "href of <a>", line: 3 },
      { what: "then of <b>", line: 3 },
      { what: "c of <b>", line: 3 },
    ];
    for (const write of await writes()) {
      expect(await write(given)).toMatchObject({ removed });
      expect(await write("<h1>Kept</h1>")).not.toHaveProperty("removed");
    }
    const scoped = admin().call(setScopedConfig, { key: TERMS, scope: "region", scopeValue: "DE", value: given });
    await expect(scoped).rejects.toMatchObject({ code: 400 });
    expect(await admin().call(setConfigKey, { key: "siteName", value: "<b>Boats</b>" })).toEqual({});
  });

  it("FLD-21 an answer names at most 50 parts, and hostile HTML is read in time that grows with its length", () => {
    expect(removedParts("<form>".repeat(200))).toHaveLength(50);
    for (const piece of ['<a x="', "<a x='", "<!--", '<a "<"', "<a   ", `<a x="<a" y='<a'`, "<a-", "<!doctype"]) {
      const html = piece.repeat(Math.ceil(100_000 / piece.length));
      expect(sanitizeHtml(sanitizeHtml(html))).toBe(sanitizeHtml(html));
    }
  });
});
