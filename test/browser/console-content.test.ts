import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { uuid } from "#libs/kernel/ids.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, type Person } from "../support/test-system.ts";
import { accessibilityProblems, type BrowserSystem, button, openAsStaff, problemsOf, startBrowserSystem } from "./fixture.ts";
import { hasFocus } from "./focus.ts";

let system: BrowserSystem;
let editor: Person;
let colleague: Person;
let category: { readonly id: string; readonly slug: string; readonly name: string };
beforeAll(async () => {
  system = await startBrowserSystem();
  [editor, colleague] = await Promise.all([newAdmin(system, "EDITOR"), newAdmin(system, "EDITOR")]);
  category = await newCategory("Money matters");
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

interface Article {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly excerpt: string | null;
  readonly content: string;
  readonly status: string;
}

async function newCategory(name: string): Promise<typeof category> {
  return dataOf(await editor.send("POST", "/admin/help/categories", { name, slug: `c-${uuid()}` }), 201);
}

async function newArticle(fields: Readonly<Record<string, unknown>> = {}): Promise<Article> {
  const body = { slug: `a-${uuid()}`, title: "Paying", content: "<p>Pay <b>well</b></p>", category: category.slug, ...fields };
  return dataOf<Article>(await editor.send("POST", "/admin/help/articles", body), 201);
}

const storedOf = async (id: string) => dataOf<Article>(await editor.send("GET", `/admin/help/articles/${id}`), 200);
const publicStatusOf = async (slug: string) => (await system.send("GET", `/public/help/articles/${slug}`)).status;
const changeAs = async (person: Person, id: string, fields: Readonly<Record<string, unknown>>) =>
  dataOf(await person.send("PATCH", `/admin/help/articles/${id}`, fields), 200);
const field = (page: Page, name: string) => page.locator(`[name="${name}"]`);
const row = (page: Page, id: string) => page.locator(`li[data-id="${id}"]`);

/** The writes that a page sends, as `METHOD path`. */
function writesOf(page: Page): readonly string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") sent.push(`${request.method()} ${new URL(request.url()).pathname.replace("/api/v1/admin", "")}`);
  });
  return sent;
}

describe("a help article", () => {
  it("CON-25 is drafted, says what was taken out, is previewed as visitors see it, published, and taken back by undo", async () => {
    const slug = `how-to-${uuid()}`;
    const page = await openAsStaff(system, editor, "/admin/content");
    await page.getByRole("link", { name: "New article" }).click();
    await field(page, "title").fill("How to <pay>");
    await field(page, "slug").fill("Not An Address");
    await field(page, "category").selectOption(category.slug);
    await field(page, "content").fill('<h2>First</h2>\n<p onclick="go()">Pay &amp; <b>wait</b></p>\n<script>go()</script>');
    await button(page, "Save").click();
    await page.locator(".problem").waitFor();
    await field(page, "slug").fill(slug);
    await button(page, "Save").click();
    const removed = page.locator("[data-removed]");
    await removed.waitFor();
    expect(await removed.getByRole("listitem").allTextContents()).toEqual(["Line 2: onclick of <p>", "Line 3: <script>"]);
    await page.getByRole("link", { name: "Open the article" }).click();
    await page.getByRole("heading", { level: 1, name: "How to <pay>" }).waitFor();
    await page.locator(".facts").getByText("Draft").waitFor();
    await page.getByText("Preview").click();
    const preview = page.locator("[data-preview] .prose");
    expect(await preview.innerHTML()).toBe("<h2>First</h2>\n<p>Pay &amp; <b>wait</b></p>\n");
    expect(await publicStatusOf(slug)).toBe(404);
    expect(await accessibilityProblems(page)).toEqual([]);

    await button(page, "Publish").click();
    await page.locator(".facts").getByText("Published").waitFor();
    await hasFocus(page, "H1", "on.tagName");
    expect(await publicStatusOf(slug)).toBe(200);
    await page.locator(".toast").getByRole("button", { name: "Undo" }).click();
    await page.locator(".facts").getByText("Draft").waitFor();
    expect(await publicStatusOf(slug)).toBe(404);
    expect(problemsOf(page)).toEqual([]);
  });

  it("CON-25 that a colleague saved meanwhile shows both texts, sends nothing, and then keeps what each has changed", async () => {
    const { id } = await newArticle({ excerpt: "Old" });
    const page = await openAsStaff(system, editor, "/admin/content");
    await page.route("**/admin/stream", (route) => route.abort());
    await page.goto(`/admin/content/articles/${id}`);
    const writes = writesOf(page);
    await field(page, "excerpt").fill("Mine");
    await changeAs(colleague, id, { title: "Paying well", excerpt: "Theirs", status: "PUBLISHED" });
    await button(page, "Save").click();
    const meanwhile = page.locator("[data-meanwhile]");
    await meanwhile.getByText("Theirs").waitFor();
    await meanwhile.getByText("Paying well").waitFor();
    await meanwhile.getByText("Published").waitFor();
    expect(await field(page, "excerpt").inputValue()).toBe("Mine");
    expect(writes).toEqual([]);
    expect(await storedOf(id)).toMatchObject({ title: "Paying well", excerpt: "Theirs" });
    expect(await accessibilityProblems(page)).toEqual([]);

    await button(page, "Save").click();
    await meanwhile.waitFor({ state: "detached" });
    expect(await storedOf(id)).toMatchObject({ title: "Paying well", excerpt: "Mine", status: "PUBLISHED" });
    expect(await field(page, "title").inputValue()).toBe("Paying well");
  });

  it("CON-25 is deleted after its title and address were named, and asks before typed text is left", async () => {
    const { id, slug } = await newArticle();
    const page = await openAsStaff(system, editor, `/admin/content/articles/${id}`);
    await field(page, "title").fill("Not saved");
    await page.locator("#side").getByRole("link", { name: "Today" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Stay here" }).click();
    await button(page, "Delete").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(`/help/${slug}`).waitFor();
    await hasFocus(page, "H2", "on.tagName");
    await dialog.getByText("“Paying” is gone for good").waitFor();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.waitForURL("**/admin/content");
    expect((await editor.send("GET", `/admin/help/articles/${id}`)).status).toBe(404);
  });
});

describe("the categories", () => {
  it("CON-25 one in use says so instead of being deleted, and one that was saved meanwhile shows both values", async () => {
    await newArticle();
    const other = await newCategory("Other things");
    const page = await openAsStaff(system, editor, "/admin/content/categories");
    await row(page, category.id).getByText("A category with articles cannot be deleted.").waitFor();
    expect(await row(page, category.id).getByRole("button", { name: "Delete" }).count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);

    const writes = writesOf(page);
    await row(page, other.id).getByRole("button", { name: "Edit" }).click();
    await field(page, "name").fill("My things");
    dataOf(await colleague.send("PATCH", `/admin/help/categories/${other.id}`, { name: "Their things", order: 7 }), 200);
    await button(page, "Save").click();
    await page.locator("[data-meanwhile]").getByText("Their things").waitFor();
    expect(writes).toEqual([]);
    await button(page, "Save").click();
    await row(page, other.id).getByText("My things").waitFor();
    await row(page, other.id).getByText("Order 7").waitFor();
    await row(page, other.id).getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await row(page, other.id).waitFor({ state: "detached" });
    expect(problemsOf(page)).toEqual([]);
  });
});

describe("a legal text", () => {
  const setting = "legal.terms_of_service";

  it("CON-26 is published by who may, becomes a version with its dated text, and is not sent over a colleague's", async () => {
    const admin = await system.admin();
    const page = await openAsStaff(system, admin, "/admin/content/legal");
    await page.getByText("No text has been published yet.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await field(page, "value").fill("<p>Be kind.</p>\n<script>go()</script>");
    await button(page, "Publish").click();
    const dialog = page.getByRole("dialog", { name: "Publish: Terms of service" });
    await dialog.getByText("in force at once").waitFor();
    await dialog.getByText("Colleagues read the reason in the audit log.").waitFor();
    await dialog.getByRole("textbox", { name: "Reason" }).fill("First text");
    await dialog.getByRole("button", { name: "Publish" }).click();
    await page.locator("[data-removed]").getByText("<script>").waitFor();
    const version = page.locator("li[data-id]").first();
    await version.waitFor();
    const dated = await version.getByRole("link").first().getAttribute("href");
    expect(dated).toMatch(/^\/legal\/terms\/\d{4}-\d{2}-\d{2}T[\d:.]+Z$/);
    const text = await page.request.get(dated ?? "");
    expect(await text.text()).toContain("<p>Be kind.</p>");

    await page.getByText("This is the text that is in force already.").waitFor();
    await field(page, "value").fill("<p>Mine</p>");
    await button(page, "Publish").click();
    dataOf(await admin.send("PATCH", `/admin/config/keys/${setting}`, { value: "<p>Theirs</p>", reason: "Earlier" }), 200);
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Second text");
    await dialog.getByRole("button", { name: "Publish" }).click();
    await dialog.getByText("Decided meanwhile:").waitFor();
    await dialog.getByRole("button", { name: "Close" }).click();
    await page.locator("[data-meanwhile]").getByText("<p>Theirs</p>").waitFor();
    expect(await field(page, "value").inputValue()).toBe("<p>Mine</p>");
    const stored = dataOf<{ value: string }>(await admin.send("GET", `/admin/config/keys/${setting}`), 200);
    expect(stored.value).toBe("<p>Theirs</p>");
    expect(problemsOf(page)).toEqual([]);
  });

  it("CON-26 STF-05 is published by an editor, who reads no other setting; an unknown one has no form", async () => {
    const page = await openAsStaff(system, editor, "/admin/content/legal/privacy");
    await field(page, "value").fill("<p>We keep little.</p>");
    await button(page, "Publish").click();
    const dialog = page.getByRole("dialog", { name: "Publish: Privacy policy" });
    await dialog.getByRole("textbox", { name: "Reason" }).fill("First text");
    await dialog.getByRole("button", { name: "Publish" }).click();
    await page.locator("li[data-id]").first().waitFor();
    await page.goto("/admin/settings/legal.privacy_policy");
    await page.getByText("This page needs the permission config:read.").waitFor();
    expect(problemsOf(page)).toEqual([]);
    await page.goto("/admin/content/legal/none");
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await page.locator("#main textarea").count()).toBe(0);
  });
});

describe("a privacy request", () => {
  it("CON-28 shows the receipt of a completed deletion by service, as the interface has it, and is found by person", async () => {
    const [leaver, other] = await Promise.all([system.newUser(), system.newUser()]);
    dataOf(await other.send("POST", "/gdpr/delete"), 201);
    dataOf(await leaver.send("POST", "/gdpr/delete"), 201);
    const requests = system.runtime.database("account").connection.collection("gdpr_requests");
    await requests.updateOne({ userId: leaver.userId }, { $set: { scheduledAt: system.runtime.clock.now() } });
    await system.runtime.jobs.runNow("account.purge-users");
    const admin = await system.admin();
    const ofPerson = async () =>
      dataOf<{ items: { id: string; status: string; receipt: Receipt }[] }>(
        await admin.send("GET", `/admin/gdpr/requests?userId=${leaver.userId}`),
        200,
      ).items[0];
    const request = await eventually(async () => {
      const found = await ofPerson();
      if (found?.status !== "COMPLETED") throw new Error(`the request is ${found?.status}`);
      return found;
    });

    const page = await openAsStaff(system, admin, `/admin/privacy?userId=${leaver.userId}`);
    await row(page, request.id).getByRole("link").click();
    await page.getByRole("heading", { level: 1, name: "Deletion of the account" }).waitFor();
    await page.locator(".facts").getByText("Completed").waitFor();
    for (const [service, { erased, anonymised, retained }] of Object.entries(request.receipt)) {
      const lines = await page.locator(`[data-service="${service}"] li`).allInnerTexts();
      const shown = lines.map((line) => line.split(/\s*\n\s*/).join(" "));
      const expected = [
        ...Object.entries(erased).map(([name, count]) => `${name} Erased ${count}`),
        ...Object.entries(anonymised).map(([name, count]) => `${name} Anonymized ${count}`),
      ];
      expect([service, shown.slice(0, expected.length)]).toEqual([service, expected]);
      expect(shown.length - expected.length).toBe(Object.keys(retained).length);
    }
    await page
      .getByText(/Retained · /)
      .first()
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.locator("#main").getByRole("link", { name: "Requests of this person" }).click();
    await page.waitForURL(`**/admin/privacy?type=DELETION&userId=${leaver.userId}`);
    await row(page, request.id).getByText("Completed").waitFor();
    expect(await page.locator("#main li[data-id]").count()).toBe(1);
    await page.goto("/admin/privacy");
    await page.locator("#main li[data-id]").getByText("Pending").waitFor();
    await page.getByLabel("State").selectOption("Completed");
    await button(page, "Find").click();
    await page.waitForURL("**/admin/privacy?status=COMPLETED");
    await row(page, request.id).getByText("Completed").waitFor();
    await eventually(async () => expect(await page.locator("#main li[data-id]").count()).toBe(1));
    await page.goto(`/admin/privacy?type=EXPORT&userId=${leaver.userId}`);
    await page.getByText("There is no such request. Requests of users appear here by themselves.").waitFor();
    await page.goto(`/admin/privacy/${uuid()}`);
    await page.getByText("There is no such request.").waitFor();
    expect(problemsOf(page)).toEqual([]);
  });
});

type Receipt = Readonly<Record<string, Readonly<Record<"erased" | "anonymised" | "retained", Readonly<Record<string, unknown>>>>>>;
