import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { uuid } from "#libs/kernel/ids.ts";
import type { AdminRole } from "#libs/policies/roles.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, type Person } from "../support/test-system.ts";
import { type BrowserSystem, button, fillSignIn, openAsStaff, problemsOf, signOut, startBrowserSystem } from "./fixture.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem({ CONFIG_LEGAL_TERMS_OF_SERVICE: "<p>Be kind.</p>" });
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const collection = (service: string, name: string) => system.runtime.database(service).connection.collection<{ _id: string }>(name);

async function newStaff(role: AdminRole): Promise<Person> {
  const person = await system.newUser();
  await collection("account", "users").updateOne({ _id: person.userId }, { $set: { roles: [role] } });
  return person;
}

/** No process has this name, so no report ends the alarm. */
const raiseAlarm = (alarm: string) =>
  collection("config", "alarms").insertOne({
    ...{ _id: `${alarm}:elsewhere`, alarm, process: "elsewhere", value: 7, since: new Date(), endedAt: null, mailedAt: new Date() },
  });

const switchOff = async (active: boolean) =>
  dataOf(await (await system.admin()).send("PATCH", "/admin/config/kill-switches/DISCOVER", { active, reason: "broken search" }), 200);

/** An endpoint whose creator was notified of its failures. */
async function newEndpoint(state: { readonly enabled: boolean; readonly disabledReason: string | null }): Promise<string> {
  const id = uuid();
  const now = new Date();
  await collection("webhook", "webhook_endpoints").insertOne({
    ...{ _id: id, url: "https://receiver.example/hooks", kinds: ["message.sent"], description: null, createdBy: uuid() },
    ...{ sealedSecret: "sealed", secretHint: "1234", createdAt: now, updatedAt: now },
    ...{ failures: 9, failingSince: now, warnedAt: now, pausedUntil: null, ...state },
  });
  return id;
}

const addFailedDelivery = (endpointId: string) =>
  collection("webhook", "webhook_deliveries").insertOne({
    ...{ _id: uuid(), endpointId, eventId: uuid(), kind: "message.sent", subjects: [], body: "{}", status: "FAILED" },
    ...{ failureReason: "EXHAUSTED", attempts: 9, tries: 9, dueAt: new Date(), leaseId: null, log: [] },
    ...{ createdAt: new Date(), finishedAt: new Date() },
  });

/** The reader comes back to the tab. */
const lookAgain = (page: Page) => page.evaluate("dispatchEvent(new Event('focus'))");

const section = (page: Page, name: string) => page.getByRole("region", { name });

describe("the sign-in of staff", () => {
  it("the sign-in of staff opens a session that no script can read, leads back, and ends in all tabs", async () => {
    const admin = await system.admin();
    const page = await system.open("/admin/support");
    await page.waitForURL("**/admin/login?next=%2Fadmin%2Fsupport");
    await fillSignIn(page, { ...admin, password: "another password" });
    await page.getByText("The email address or the password is wrong.").waitFor();
    await fillSignIn(page, admin);
    await page.waitForURL("**/admin/support");
    const stored = await page.evaluate("JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }])");
    expect(stored).toBe('["",{},{}]');
    const [cookie] = (await page.context().cookies(`${system.base}/api/v1/admin/`)).filter(({ name }) => name === "admin_session");
    expect(cookie).toMatchObject({ httpOnly: true, path: "/api/v1/admin" });

    const second = await page.context().newPage();
    await second.goto("/admin");
    await second.getByRole("heading", { name: "Today" }).waitFor();
    await signOut(page);
    for (const tab of [page, second]) await tab.waitForURL(/\/admin\/login/);
    await page.goto("/admin");
    await page.waitForURL(/\/admin\/login/);
    expect(await page.locator("[data-staff]:visible").count()).toBe(0);
    expect(problemsOf(page)).toEqual([]);
  });

  it("refuses a user without a staff role like a wrong password", async () => {
    const page = await system.open("/admin/login");
    await fillSignIn(page, await system.newUser());
    await page.locator(".problem").waitFor();
    expect(new URL(page.url()).pathname).toBe("/admin/login");
  });

  it("CON-31 the typed text stays when the session has ended, and one signs in above it", async () => {
    const user = await system.newUser();
    const { id } = dataOf<{ id: string }>(await user.send("POST", "/support/tickets", { subject: "Question", message: "Why?" }), 201);
    const admin = await system.admin();
    const page = await openAsStaff(system, admin, `/admin/support/${id}`);
    await page.getByLabel("Your reply").fill("Because.");
    await page.context().clearCookies();
    await button(page, "Send reply").click();
    await page.getByRole("dialog").getByText("You have been signed out. What you have written stays here.").waitFor();
    await fillSignIn(page, admin);
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await page.getByLabel("Your reply").inputValue()).toBe("Because.");
    await button(page, "Send reply").click();
    await page.locator(".thread").getByText("Because.").waitFor();
  });
});

describe("today", () => {
  it("the overview shows alarms with instructions, waiting work, the ledger, failing webhooks and switched-off systems", async () => {
    await raiseAlarm("DeadLetters");
    await switchOff(true);
    await newEndpoint({ enabled: true, disabledReason: null });
    await system.newUser().then((user) => user.send("POST", "/support/tickets", { subject: "Question", message: "Why?" }));
    const page = await openAsStaff(system, await system.admin(), "/admin");
    const alarm = section(page, "Alarms").locator("[data-id='DeadLetters']");
    await alarm.getByText("An event could not be applied").waitFor();
    await alarm.getByText("DeadLetters, elsewhere").waitFor();
    expect(await alarm.textContent()).toMatch(/Read in the log of the process what failed.*Critical.*since /);
    await section(page, "Switched off").getByText("Discovery").waitFor();
    await page.locator("#lines [data-switch=DISCOVER]").waitFor();
    await page.locator("#lines [data-alarm=DeadLetters]").waitFor();
    await section(page, "Webhooks that fail").getByText("1", { exact: true }).waitFor();
    await section(page, "What waits")
      .getByRole("link", { name: /^Support tickets \d+.*since/ })
      .waitFor();
    await section(page, "Money").getByText("0.00").first().waitFor();
    await switchOff(false);
    await section(page, "Switched off").getByText("Nothing is switched off.").waitFor();
    expect(problemsOf(page)).toEqual([]);
  });

  it("the overview says which steps before the opening are missing, and which are done", async () => {
    const page = await openAsStaff(system, await system.admin(), "/admin");
    const opening = section(page, "Before you open");
    await opening.getByText("1 of 6 done").click();
    await opening.locator("[data-id=PRIVACY]").getByText("Missing").waitFor();
    await system.setConfig("legal.privacy_policy", "<p>We keep little.</p>");
    await opening.getByText("2 of 6 done").waitFor();
    const rows = await Promise.all(
      (await opening.locator("li").all()).map(
        async (row) => `${await row.getAttribute("data-id")} ${await row.locator(".chip").textContent()}`,
      ),
    );
    expect(rows).toEqual(["HOST Missing", "TERMS Done", "PRIVACY Done", "MAIL Missing", "PAYMENT Missing", "ADMINS Missing"]);
  });

  it("CON-34 without the stream the page says since when, and asks once; later a press asks", async () => {
    const page = await openAsStaff(system, await system.admin(), "/admin/login");
    await page.route("**/admin/stream", (route) => route.abort());
    await page.goto("/admin");
    await page
      .locator("#live")
      .getByText(/^Not live since /)
      .waitFor();
    await section(page, "Money").getByText("Total of the ledger").waitFor();
    await page.unroute("**/admin/stream");
    await page.locator("#live").getByText("Live", { exact: true }).waitFor({ timeout: 15_000 });
  });

  it.each([
    ["MODERATOR", ["What waits"], ["Messages held back", "Reported messages", "Appeals"]],
    ["SUPPORT", ["What waits"], ["Support tickets"]],
    [
      "ANALYST",
      ["Alarms", "What waits", "Webhooks that fail", "Money", "Before you open", "Switched off"],
      ["Messages held back", "Reported messages"],
    ],
  ] as const)("CNS-07 %s sees the own parts only", async (role, parts, queues) => {
    const page = await openAsStaff(system, await newStaff(role), "/admin");
    await eventually(async () => expect(await page.locator("#main h2").allTextContents()).toEqual(parts));
    const rows = (await page.getByRole("region", { name: "What waits" }).locator(".item .text").allTextContents()).slice(0, queues.length);
    expect(rows).toEqual(queues);
  });

  it("CNS-07 EDITOR, for whom nothing waits, sees the own pages", async () => {
    const page = await openAsStaff(system, await newStaff("EDITOR"), "/admin");
    const pages = page.locator("#main .item .text");
    await eventually(async () => expect(await pages.allTextContents()).toEqual(["Help", "Help categories", "Legal texts", "Roles"]));
    expect(await page.locator("#main h2").count()).toBe(0);
  });

  it("CNS-07 a page opened directly names the permission that is missing", async () => {
    const page = await openAsStaff(system, await newStaff("EDITOR"), "/admin/support");
    await page.getByText("This page needs the permission support:write.").waitFor();
  });
});

describe("tickets for staff", () => {
  const open = async (subject: string) => {
    const user = await system.newUser();
    return dataOf<{ id: string }>(await user.send("POST", "/support/tickets", { subject, message: "Why?" }), 201).id;
  };

  it("new tickets wait behind a button, and a ticket that a colleague has answered stays struck in its place", async () => {
    await collection("content", "support_tickets").deleteMany({});
    const first = await open("First question");
    await open("Second question");
    const page = await openAsStaff(system, await system.admin(), "/admin/support");
    const rows = page.locator("li[data-id]");
    await eventually(async () => expect(await rows.count()).toBe(2));
    expect(await rows.first().textContent()).toContain("First question");
    dataOf(await (await system.admin()).send("POST", `/admin/support/tickets/${first}/messages`, { message: "So." }), 201);
    await open("Third question");
    await lookAgain(page);
    await button(page, "New: 1").waitFor();
    expect(await rows.count()).toBe(2);
    expect(await rows.first().textContent()).toMatch(/First question.*No longer in this list$/);
    await button(page, "New: 1").click();
    await eventually(async () =>
      expect(await rows.allTextContents()).toMatchObject([/Second question/, /Third question/].map((each) => expect.stringMatching(each))),
    );
    await page.getByRole("link", { name: "Answered" }).click();
    await page.waitForURL("**/admin/support?status=ANSWERED");
    await page.getByRole("link", { name: /^First question/ }).waitFor();
  });
});

describe("a webhook endpoint", () => {
  it("PGE-01 that was switched off opens from its mail, with what it did, and can be switched on again", async () => {
    const id = await newEndpoint({ enabled: false, disabledReason: "FAILING" });
    const page = await openAsStaff(system, await system.admin(), `/admin/webhooks/${id}`);
    await page.getByText("Switched off after failing for too long").waitFor();
    await page.getByText("Nothing has been sent to it in the last 30 days.").waitFor();
    await button(page, "Switch on again").click();
    await page.getByText("Works", { exact: true }).waitFor();
    await section(page, "Latest deliveries").getByText("Nothing has been sent").waitFor();
    await addFailedDelivery(id);
    await page.reload();
    await button(page, "Send again").click();
    await section(page, "Latest deliveries").getByText("Being sent").waitFor();
    await page.goto(`/admin/webhooks/${uuid()}`);
    await page.getByText("There is no such webhook endpoint.").waitFor();
    expect(problemsOf(page)).toEqual([]);
  });
});
