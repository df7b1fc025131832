import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { allContracts } from "#libs/contracts/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { type AdminBrowser, newAdmin, openAdminBrowser } from "../support/admin-browser.ts";
import { dataOf, type Person } from "../support/test-system.ts";
import { dialog, row } from "./console-steps.ts";
import { type BrowserSystem, button, openAsStaff, startBrowserSystem } from "./fixture.ts";
import { filesWithForm, type RefusedForm, walkRefusals } from "./refusals.ts";

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

const APP = new URL("../../gateway/app/", import.meta.url);
const PHONE = { viewport: { width: 390, height: 844 } };
/** Nothing listens there. */
const HOOK = "http://127.0.0.1:9/hook";
const CREDENTIALS = { email: "somewhere@example.org", password: "a password of staff" };

const word = () => `w${uuid().slice(-12)}`;
const made = async (path: string, body: object) => dataOf<{ id: string }>(await session.send("POST", `/admin/${path}`, body), 201).id;
const openAt = (path: string) => openAsStaff(system, admin, path, PHONE);
const after = async (page: Page, name: string) => {
  await button(page, name).click();
  return page;
};
const newCategory = async (): Promise<string> => {
  const slug = word();
  await made("help/categories", { name: slug, slug });
  return slug;
};

async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.locator(`main [name=${name}]`).last().fill(value);
}

const filled = (values: Readonly<Record<string, string>>, name: string) => async (page: Page) => {
  await fill(page, values);
  await button(page, name).click();
};
/** The button of the dialog has the name of the one that has opened it. */
const inDialog = (values: Readonly<Record<string, string>>) => async (page: Page) => {
  await fill(page, values);
  await page.locator("dialog[open] button[type=submit]").click();
};

/** Fills a form whose button opens a dialog, and sends that. What has become another state is left first. */
const throughDialog = (values: Readonly<Record<string, string>>, name: string) => async (page: Page) => {
  const send = page.locator("dialog[open] button[type=submit]");
  const close = page.locator("dialog[open]").getByRole("button", { name: "Close", exact: true });
  if ((await close.count()) > 0) await close.click();
  if ((await send.count()) === 0) await filled(values, name)(page);
  await fill(page, { reason: "A better one" });
  await send.click();
};

const FORMS: readonly RefusedForm[] = [
  {
    of: "staff/safety/new-rule.tsx",
    what: "a new rule",
    open: () => openAt("/admin/moderation/rules/new"),
    send: filled({ name: "Shops", pattern: "buy now" }, "Save"),
  },
  {
    of: "staff/people/invitations.tsx",
    what: "an invitation",
    async open() {
      const page = await after(await openAt("/admin/staff"), "Invite");
      await page.getByRole("checkbox").first().check();
      return page;
    },
    send: inDialog({ email: "somewhere@example.org" }),
  },
  {
    of: "staff/safety/rule-form.tsx",
    what: "a rule",
    async open() {
      const id = await made("moderation/rules", { name: "Shops", kind: "WORD", pattern: word(), category: "SPAM" });
      return after(await openAt(`/admin/moderation/rules/${id}`), "Edit");
    },
    send: filled({ name: "Stores" }, "Save"),
  },
  {
    of: "staff/content/new-article.tsx",
    what: "a new article",
    async open() {
      await newCategory();
      return openAt("/admin/content/articles/new");
    },
    send: filled({ title: "Paying", slug: "paying", content: "<p>So</p>" }, "Save"),
  },
  {
    of: "staff/content/article-case.tsx",
    what: "an article",
    async open() {
      const article = { title: "Paying", slug: word(), content: "<p>So</p>", category: await newCategory() };
      return openAt(`/admin/content/articles/${await made("help/articles", article)}`);
    },
    send: filled({ title: "Paying well" }, "Save"),
  },
  {
    of: "staff/content/edit-category.tsx",
    what: "a category",
    open: async () => after(await openAt("/admin/content/categories"), "New category"),
    send: inDialog({ name: "Money", slug: "money" }),
  },
  {
    of: "staff/parts/decision.tsx",
    what: "a decision",
    async open() {
      const page = await openAt("/admin/switches");
      await row(page, "DISCOVER").getByRole("button", { name: "Switch off" }).click();
      await dialog(page).waitFor();
      return page;
    },
    send: inDialog({ reason: "The search is broken" }),
  },
  {
    of: "staff/system/flags.tsx",
    what: "a new flag",
    open: async () => after(await openAt("/admin/flags"), "New flag"),
    send: inDialog({ key: "new.look" }),
  },
  {
    of: "staff/system/endpoint-form.tsx",
    what: "a new endpoint",
    open: async () => after(await openAt("/admin/webhooks"), "New endpoint"),
    async send(page) {
      await fill(page, { url: HOOK });
      await dialog(page).getByLabel("message.sent", { exact: true }).check();
      await page.locator("dialog[open] button[type=submit]").click();
    },
  },
  {
    of: "staff/system/send-failed.tsx",
    what: "sending again",
    open: async () => openAt(`/admin/webhooks/${await made("webhooks", { url: HOOK, kinds: ["message.sent"] })}`),
    send: filled({ since: "2026-11-01T10:00" }, "Send failed"),
  },
  {
    of: "staff/system/settings/setting-form.tsx",
    what: "a setting",
    open: () => openAt("/admin/settings/siteName"),
    send: throughDialog({ value: "Scene" }, "Save"),
    hidden: ["value"],
  },
  {
    of: "staff/system/settings/scoped-values.tsx",
    what: "the value of a setting for a region",
    async open() {
      const page = await openAt("/admin/settings/dm.free_per_creator_daily");
      await page.getByText("Values for platforms, regions and tiers").click();
      await button(page, "Add").click();
      await dialog(page).locator("[name=scope]").selectOption("region");
      return page;
    },
    send: inDialog({ scopeValue: "DE", value: "3" }),
  },
  {
    of: "staff/content/publish-legal.tsx",
    what: "a legal text",
    open: () => openAt("/admin/content/legal"),
    send: throughDialog({ value: "<p>Be kind.</p>" }, "Publish"),
    hidden: ["value"],
  },
  {
    of: "staff/frame/staff-sign-in.tsx",
    what: "signing in as staff",
    open: () => system.open("/admin/login", PHONE),
    send: filled(CREDENTIALS, "Sign in"),
  },
  {
    of: "staff/frame/staff-sign-in.tsx",
    what: "a sign-in above a page",
    async open() {
      const page = await openAt("/admin/settings");
      await row(page, "messaging").waitFor();
      await page.context().clearCookies();
      await row(page, "messaging").getByRole("link").click();
      await dialog(page).waitFor();
      return page;
    },
    send: inDialog(CREDENTIALS),
  },
];

/** Forms that only show a place, or ask for what is there. */
const READING: readonly string[] = ["staff/money/find-wallet.tsx", "staff/parts/search.tsx", "staff/system/settings/effective-value.tsx"];
describe("the forms of the console", () => {
  it("EAS-05 each file of the console with a form is walked below, or writes nothing", () => {
    const walked = [...new Set(FORMS.map(({ of }) => of))];
    expect([...walked, ...READING].sort()).toEqual(filesWithForm("console"));
    const writes = allContracts.flatMap(({ name, http }) => (http && http.method !== "GET" ? [name.replace(/^\w+\./, "")] : []));
    for (const file of READING) {
      const words = new Set(readFileSync(new URL(file, APP), "utf8").match(/\w+/g));
      expect([file, writes.filter((name) => words.has(name))]).toEqual([file, []]);
    }
  });

  it.each(FORMS)("EAS-05 $what: each refusal stands at its field in the window, has the focus, and replaces the older ones", walkRefusals);
});
