import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import { type AdminBrowser, newAdmin, openAdminBrowser } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, type Person } from "../support/test-system.ts";
import { type Receiver, startReceiver, withStatus } from "../webhook/receiver.ts";
import { dialog, inDialog, looksRight, row, setAs } from "./console-steps.ts";
import { type BrowserSystem, button, openAsStaff, startBrowserSystem } from "./fixture.ts";
import { pressUntilFocus } from "./focus.ts";
import { newModerator } from "./moderation-steps.ts";

let system: BrowserSystem;
let receiver: Receiver;
let admin: Person;
let session: AdminBrowser;
beforeAll(async () => {
  system = await startBrowserSystem({ CONFIG_WEBHOOK_ALLOWED_SUBNETS: '["127.0.0.0/8"]' });
  [receiver, admin] = await Promise.all([startReceiver(), newAdmin(system, "SUPER_ADMIN")]);
  session = await openAdminBrowser(system, admin);
});
afterEach(() => system.closeWindows());
afterAll(async () => {
  await system?.stop();
  await receiver?.stop();
});

describe("support", () => {
  it("CON-29 j leads from Today to the tickets, and c closes one without a pointer", async () => {
    const user = await system.newUser({ displayName: "Lena" });
    const { id } = dataOf<{ id: string }>(await user.send("POST", "/support/tickets", { subject: "Locked out", message: "Help" }), 201);
    const page = await openAsStaff(system, await newAdmin(system, "SUPPORT"), "/admin");
    await row(page, "tickets").waitFor();
    await pressUntilFocus(page, "j", expect.stringContaining("Support tickets"));
    await page.keyboard.press("Enter");
    await row(page, id).waitFor();
    await pressUntilFocus(page, "j", expect.stringContaining("Locked out"));
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Locked out" }).waitFor();
    await page.keyboard.press("?");
    await dialog(page).getByText("Close ticket", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("c");
    await inDialog(page, "Close ticket").waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByText(/^This ticket is closed:/).waitFor();
  });
});

describe("an incident", () => {
  it("CNS-11 Go to finds a switch by the name of its system", async () => {
    const page = await openAsStaff(system, admin, "/admin");
    await page.getByRole("heading", { level: 1, name: "Today" }).waitFor();
    await page.getByRole("searchbox", { name: "Go to" }).fill("adding");
    await page.getByRole("link", { name: "Switches: Adding money" }).waitFor();
    await page.keyboard.press("Enter");
    await row(page, "PAYMENTS").waitFor();
  });

  it("CNS-11 a word that names nothing is searched for in the settings, by staff who may read them", async () => {
    const page = await openAsStaff(system, admin, "/admin");
    await page.getByRole("heading", { level: 1, name: "Today" }).waitFor();
    await page.locator("#go-to-field").waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("timeout");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/admin/settings?search=timeout");
    await page.getByRole("link", { name: /^dm\.timeout_hours/ }).waitFor();
  });

  it("CON-24 all kinds are chosen by one box; what fails is sent again since its first failure, and what is retried without a wait", async () => {
    const page = await openAsStaff(system, admin, "/admin/webhooks");
    await button(page, "New endpoint").click();
    const all = dialog(page).getByLabel("All kinds");
    await all.check();
    expect(await dialog(page).getByRole("checkbox", { checked: false }).count()).toBe(0);
    await dialog(page).getByLabel("message.sent", { exact: true }).uncheck();
    expect(await all.evaluate((box: { indeterminate: boolean }) => box.indeterminate)).toBe(true);
    await all.check();
    await dialog(page).getByLabel("Address").fill(receiver.url);
    await looksRight(page);
    await inDialog(page, "Add").click();
    await inDialog(page, "Close").click();
    receiver.answer(withStatus(500));
    await system.newUser();
    await eventually(() => expect(receiver.received.some(({ body }) => body.includes("user.registered"))).toBe(true));
    const waiting = page.locator("#main li[data-id]", { hasText: "Next attempt" }).first();
    await eventually(async () => {
      await page.reload();
      await waiting.waitFor({ timeout: 3_000 });
    });
    expect(await page.getByLabel("Failed since").inputValue()).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d/);
    receiver.answer(withStatus(204));
    const sent = receiver.received.length;
    await waiting.getByRole("button", { name: "Send again" }).click();
    await eventually(() => expect(receiver.received.length).toBeGreaterThan(sent));
    await looksRight(page);
  });

  it("CON-27 the audit takes the address of a colleague, and each line leads to its object", async () => {
    const [colleague, analyst] = [await newModerator(system, "Moe Moderator"), await newAdmin(system, "ANALYST")];
    const rule = { name: "Shops", kind: "WORD", pattern: `w${uuid().slice(-12)}`, category: "SPAM" };
    const { id } = dataOf<{ id: string }>(await colleague.send("POST", "/admin/moderation/rules", rule), 201);
    await setAs(admin, "dm.timeout_hours", 30);
    const page = await openAsStaff(system, analyst, "/admin/audit");
    await page.getByLabel("By (email address or id)").fill(colleague.email);
    await button(page, "Find").click();
    const line = page.locator("#main li[data-id]", { hasText: "moderation.rule_created" });
    // The list of before has the line as well.
    await eventually(async () => expect(await page.locator("#main li[data-id]", { hasText: "config.SET" }).count()).toBe(0));
    await line.waitFor();
    await looksRight(page);
    await line.getByRole("link", { name: id }).click();
    await page.waitForURL(`**/admin/moderation/rules/${id}`);
    await page.goto(`/admin/audit/settings?changedBy=${encodeURIComponent(admin.email)}`);
    await page.locator("#main li[data-id]", { hasText: "dm.timeout_hours" }).waitFor();
    const user = await system.newUser();
    await page.goto(`/admin/audit?actor=${encodeURIComponent(user.email)}`);
    await page.getByText("Nothing of the kind is recorded.").waitFor();
  });

  it("STF-28 the page of a colleague names the roles in words, changes them, and ends the work", async () => {
    const colleague = await newModerator(system, "Mia Moderator");
    const page = await openAsStaff(system, admin, `/admin/users/${colleague.userId}`);
    await page.locator("#main .facts").getByText("Moderator", { exact: true }).waitFor();
    await page.getByRole("button", { name: /^Change roles/ }).click();
    await dialog(page).getByLabel("Editor").check();
    await dialog(page).getByLabel("Reason").fill("More work");
    await inDialog(page, "Change roles").click();
    await page.locator("#main .facts").getByText("Moderator and Editor").waitFor();
    await looksRight(page);
    await page.getByRole("button", { name: /^Remove from the staff/ }).click();
    await dialog(page).getByLabel("Reason").fill("Has left");
    await inDialog(page, "Remove from the staff").click();
    await page.getByRole("button", { name: /^Change roles/ }).waitFor({ state: "detached" });
    await page.goto(`/admin/users/${admin.userId}`);
    await page.getByText("What this colleague did, in the audit").waitFor();
    expect(await page.getByRole("button", { name: /^Change roles/ }).count()).toBe(0);
  });
});

describe("an editor", () => {
  it("CON-25 a translation begins with the text and the category of its original, in another language and with an address of its own", async () => {
    const category = `c${uuid().slice(-12)}`;
    dataOf(await session.send("POST", "/admin/help/categories", { name: "Money", slug: category }), 201);
    const slug = `s${uuid().slice(-12)}`;
    const original = { title: "Paying", slug, content: "<p>With a card</p>", category, locale: "en", readTimeMinutes: 3 };
    const { id } = dataOf<{ id: string }>(await session.send("POST", "/admin/help/articles", original), 201);
    const page = await openAsStaff(system, await newAdmin(system, "EDITOR"), `/admin/content/articles/${id}`);
    await page.getByRole("link", { name: "Translate into another language" }).click();
    await page.getByRole("heading", { level: 1, name: "New article" }).waitFor();
    const field = (name: string) => page.locator(`#main [name=${name}]`);
    expect(await field("content").inputValue()).toBe("<p>With a card</p>");
    expect([await field("slug").inputValue(), await field("category").inputValue()]).toEqual(["", category]);
    expect(await field("locale").inputValue()).not.toBe("en");
    await looksRight(page);
    await field("title").fill("Bezahlen");
    await field("slug").fill(`${slug}-de`);
    await field("locale").selectOption("de");
    await button(page, "Save").click();
    await page.getByRole("heading", { level: 1, name: "Bezahlen" }).waitFor();
  });

  it("CON-26 a legal text that was never published is not said to be in force", async () => {
    const page = await openAsStaff(system, await newAdmin(system, "EDITOR"), "/admin/content/legal/privacy");
    await page.getByText("No text has been published yet.").waitFor();
    await button(page, "Publish").click();
    await page.locator("#main .problem").getByText("Please fill this in").waitFor();
    expect(await page.getByText("This is the text that is in force already.").count()).toBe(0);
  });
});

describe("a moderator", () => {
  it("CNS-08 an appeal against one’s own decision is marked in the list, for a colleague it is not", async () => {
    const [moe, mia] = [await newModerator(system, "Moe"), await newModerator(system, "Mia")];
    const [fan, creator] = [await system.newFan("20.00"), await system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" })];
    const word = `w${uuid().slice(-12)}`;
    const rule = { name: "Shops", kind: "WORD", pattern: word, category: "SPAM" };
    dataOf(await session.send("POST", "/admin/moderation/rules", rule), 201);
    const message = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "5.00", content: `A ${word}` };
    const messageId = await eventually(async () => {
      const sent = await fan.send("POST", "/messages", message, { headers: { "idempotency-key": uuid() } });
      return dataOf<{ messageId: string }>(sent, 201).messageId;
    });
    dataOf(await moe.send("POST", `/admin/moderation/messages/${messageId}/decide`, { decision: "REJECT", reason: "Advertisement" }), 200);
    const appeal = await fan.send("POST", `/messages/${messageId}/appeal`, { reason: "It is none" });
    const { appealId } = dataOf<{ appealId: string }>(appeal, 201);
    const own = await openAsStaff(system, moe, "/admin/moderation/appeals");
    await row(own, appealId).getByText("For a colleague").waitFor();
    await looksRight(own);
    const theirs = await openAsStaff(system, mia, "/admin/moderation/appeals");
    await row(theirs, appealId).getByText("Open", { exact: true }).waitFor();
    expect(await row(theirs, appealId).getByText("For a colleague").count()).toBe(0);
  });
});
