import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { uuid } from "#libs/kernel/ids.ts";
import { type AdminBrowser, newAdmin, openAdminBrowser } from "../support/admin-browser.ts";
import { dataOf, type Person } from "../support/test-system.ts";
import { dialog, inDialog, row } from "./console-steps.ts";
import { type BrowserSystem, button, openAsStaff, startBrowserSystem } from "./fixture.ts";

let system: BrowserSystem;
let admin: Person;
let session: AdminBrowser;
beforeAll(async () => {
  system = await startBrowserSystem({ CONFIG_WEBHOOK_ALLOWED_SUBNETS: '["127.0.0.0/8"]' });
  admin = await newAdmin(system, "SUPER_ADMIN");
  session = await openAdminBrowser(system, admin);
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

/** A write of the console whose answer is lost. */
interface Write {
  readonly kind: string;
  /** Shows the page with its control. */
  open(): Promise<Page>;
  /** Fills what is wanted. */
  fill(page: Page): Promise<unknown>;
  /** Sends; may be pressed again. */
  press(page: Page): Promise<unknown>;
  /** The actions of the audit log that the write leaves, once. */
  readonly leaves: string;
  readonly database: "account" | "config" | "content" | "messaging" | "webhook";
}

/** Nothing listens there. */
const HOOK = "http://127.0.0.1:9/hook";
const word = () => `w${uuid().slice(-12)}`;
const openAt = async (path: string, name: string | null = null) => {
  const page = await openAsStaff(system, admin, path);
  if (name !== null) await button(page, name).click();
  return page;
};
const submit = (page: Page) => page.locator("#main form button[type=submit], dialog[open] button[type=submit]").last().click();
const field = (page: Page, name: string) => page.locator(`[name=${name}]`).last();

async function newRule(): Promise<string> {
  const rule = { name: word(), kind: "WORD", pattern: word(), category: "SPAM" };
  return dataOf<{ id: string }>(await admin.send("POST", "/admin/moderation/rules", rule), 201).id;
}

async function newCategory(): Promise<{ readonly id: string; readonly slug: string }> {
  const slug = word();
  return { ...dataOf<{ id: string }>(await admin.send("POST", "/admin/help/categories", { name: slug, slug }), 201), slug };
}

async function newArticle(): Promise<string> {
  const { slug: category } = await newCategory();
  const article = { title: "Paying", slug: word(), content: "<p>So</p>", category };
  return dataOf<{ id: string }>(await admin.send("POST", "/admin/help/articles", article), 201).id;
}

const WRITES: readonly Write[] = [
  {
    kind: "a decision about a person",
    async open() {
      const { userId } = await system.newUser();
      return openAt(`/admin/users/${userId}`, "Suspend");
    },
    fill: (page) => page.getByLabel("Reason", { exact: true }).fill("Stolen"),
    press: (page) => inDialog(page, "Suspend").click(),
    leaves: "user.status_changed",
    database: "account",
  },
  {
    kind: "a setting",
    open: () => openAt("/admin/settings/dm.timeout_hours"),
    async fill(page) {
      await field(page, "value").fill("31");
      await button(page, "Save").click();
      await dialog(page).waitFor();
    },
    press: (page) => inDialog(page, "Save").click(),
    leaves: "config.SET",
    database: "config",
  },
  {
    kind: "a new flag",
    open: () => openAt("/admin/flags", "New flag"),
    fill: (page) => field(page, "key").fill(`lost.${word()}`),
    press: submit,
    leaves: "config.CREATE",
    database: "config",
  },
  {
    kind: "a switch",
    async open() {
      const page = await openAt("/admin/switches");
      await row(page, "DISCOVER").getByRole("button", { name: "Switch off" }).click();
      return page;
    },
    fill: (page) => page.getByLabel("Reason", { exact: true }).fill("It is broken"),
    press: (page) => inDialog(page, "Switch off").click(),
    leaves: "config.TOGGLE",
    database: "config",
  },
  {
    kind: "a new rule",
    open: () => openAt("/admin/moderation/rules/new"),
    async fill(page) {
      await field(page, "name").fill("Shops");
      await field(page, "pattern").fill(word());
    },
    press: submit,
    leaves: "moderation.rule_created",
    database: "messaging",
  },
  {
    kind: "a rule",
    open: async () => openAt(`/admin/moderation/rules/${await newRule()}`, "Edit"),
    fill: (page) => field(page, "name").fill("Stores"),
    press: (page) => button(page, "Save").click(),
    leaves: "moderation.rule_updated",
    database: "messaging",
  },
  {
    kind: "a new article",
    async open() {
      await newCategory();
      return openAt("/admin/content/articles/new");
    },
    async fill(page) {
      await field(page, "title").fill("Paying");
      await field(page, "slug").fill(word());
      await field(page, "content").fill("<p>So</p>");
    },
    press: (page) => button(page, "Save").click(),
    leaves: "content.createHelpArticle",
    database: "content",
  },
  {
    kind: "an article",
    open: async () => openAt(`/admin/content/articles/${await newArticle()}`),
    fill: (page) => field(page, "title").fill("Paying well"),
    press: (page) => button(page, "Save").click(),
    leaves: "content.updateHelpArticle",
    database: "content",
  },
  {
    kind: "a new category",
    open: () => openAt("/admin/content/categories", "New category"),
    async fill(page) {
      await field(page, "name").fill("Money");
      await field(page, "slug").fill(word());
    },
    press: submit,
    leaves: "content.createHelpCategory",
    database: "content",
  },
  {
    kind: "a new endpoint, whose secret is shown once",
    open: () => openAt("/admin/webhooks", "New endpoint"),
    async fill(page) {
      await dialog(page).getByLabel("Address").fill(HOOK);
      await dialog(page).getByLabel("message.sent", { exact: true }).check();
    },
    press: (page) => inDialog(page, "Add").click(),
    leaves: "webhook.createEndpoint",
    database: "webhook",
  },
  {
    kind: "a secret, which is shown once",
    async open() {
      const endpoint = { url: HOOK, kinds: ["message.sent"] };
      const { id } = dataOf<{ id: string }>(await session.send("POST", "/admin/webhooks", endpoint), 201);
      return openAt(`/admin/webhooks/${id}`, "Rotate secret");
    },
    fill: () => Promise.resolve(),
    press: (page) => inDialog(page, "Rotate secret").click(),
    leaves: "webhook.rotateSecret",
    database: "webhook",
  },
];

const linesOf = ({ database, leaves }: Write) =>
  system.runtime.database(database).connection.collection("audit_log").find({ action: leaves, actor: admin.userId }).toArray();

/** Loses the answer to the first write of a page, after it had its effect. */
async function loseAnswer(page: Page): Promise<void> {
  let isLost = false;
  await page.route("**/api/v1/admin/**", async (route) => {
    if (route.request().method() === "GET" || isLost) return route.continue();
    isLost = true;
    expect((await route.fetch()).ok()).toBe(true);
    await route.abort();
  });
}

describe("a write whose answer is lost", () => {
  it.each(WRITES)("CON-30 $kind: pressed again, it has one effect", async (write) => {
    const page = await write.open();
    await write.fill(page);
    const before = (await linesOf(write)).length;
    await loseAnswer(page);
    await write.press(page);
    await page.locator("[data-refused]").waitFor();
    expect((await linesOf(write)).length).toBe(before + 1);
    const again = page.waitForResponse((response) => response.url().includes("/api/v1/admin/"));
    await write.press(page);
    await again;
    await page.locator("[aria-busy=true]").waitFor({ state: "detached" });
    expect((await linesOf(write)).length).toBe(before + 1);
  });
});
