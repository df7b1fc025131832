import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { uuid } from "#libs/kernel/ids.ts";
import { dataOf, type Person } from "../support/test-system.ts";
import { type BrowserSystem, button, openAs, openAsStaff, startBrowserSystem } from "./fixture.ts";
import { earningCreator, heldMessage, paidMessage } from "./paid-messages.ts";
import { filesWithForm, type RefusedForm, walkRefusals } from "./refusals.ts";
import { goToLastStep } from "./steps.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem({ CONFIG_PROVIDER_CAPTCHA_DIFFICULTY: "4" });
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const PHONE = { viewport: { width: 390, height: 844 } };

/** The page of a person whose zone is known: otherwise the page would store that of the browser. */
async function openFor(person: Person, path: string): Promise<Page> {
  dataOf(await person.send("PATCH", "/auth/me", { timezone: "Europe/Berlin" }), 200);
  return openAs(system, person, path, PHONE);
}

const fan = () => system.newFan("100.00");
const settings = (tab: string) => async () => openFor(await fan(), `/settings/${tab}`);
const pressed = (name: string) => (page: Page) => button(page, name).click();

async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.locator(`main [name=${name}]`).fill(value);
}

/** Fills the form that has the button, and presses it. */
const filled = (values: Readonly<Record<string, string>>, name: string) => async (page: Page) => {
  const form = page.locator("main form", { has: page.getByRole("button", { name, exact: true }) });
  for (const [field, value] of Object.entries(values)) await form.locator(`[name=${field}]`).fill(value);
  await button(page, name).click();
};

const credentials = filled({ email: "somewhere@example.org", password: "a password of one user" }, "Sign in");

/** The form works without a script too, so it is filled once the script is there. */
const registerPage = async () => {
  const page = await system.empty(PHONE);
  await page.goto("/register", { waitUntil: "networkidle" });
  return page;
};

async function newAccount(page: Page): Promise<void> {
  await fill(page, { displayName: "Robin", email: `r${uuid().slice(-12)}@example.org`, password: "a password of one user" });
  await page.locator("[name=terms]").check();
  await button(page, "Create account").click();
}

/** The page that asks for the mailed code. */
async function mailed(): Promise<Page> {
  const page = await registerPage();
  await newAccount(page);
  await page.locator("main [name=token]").waitFor();
  return page;
}

async function openWholePage(page: Page): Promise<void> {
  await goToLastStep(page);
  await button(page, "Open page").click();
}

async function beginPage(): Promise<Page> {
  const page = await openFor(await fan(), "/become-creator");
  await fill(page, { displayName: "Mara", username: `m${uuid().slice(-12)}` });
  await goToLastStep(page);
  await fill(page, { price: "5.00" });
  return page;
}

const ownCreator = async (path: string) => openFor(await system.newCreator({ dmType: "PER_MESSAGE", price: "5.00" }), path);

async function ticketPage(staff: boolean): Promise<Page> {
  const user = await fan();
  const { id } = dataOf<{ id: string }>(await user.send("POST", "/support/tickets", { subject: "Money", message: "Where is it?" }), 201);
  return staff ? openAsStaff(system, await system.admin(), `/admin/support/${id}`, PHONE) : openFor(user, `/support/${id}`);
}

const FORMS: readonly RefusedForm[] = [
  { of: "sign-in/login.tsx", what: "signing in", open: () => system.open("/login", PHONE), send: credentials },
  { of: "public/register.tsx", what: "a new account", open: registerPage, send: newAccount },
  { of: "public/register.tsx", what: "the mailed code", open: mailed, send: filled({ token: "a code" }, "Confirm address") },
  { of: "public/register.tsx", what: "another mail", open: mailed, send: pressed("Send a new link") },
  { of: "account/settings-profile.tsx", what: "the profile", open: settings("profile"), send: filled({ displayName: "Robin" }, "Save") },
  {
    of: "account/security/settings-security.tsx",
    what: "the password",
    open: settings("security"),
    send: filled({ currentPassword: "a password of one user", newPassword: "another password" }, "Save password"),
  },
  { of: "account/security/email.tsx", what: "address", open: settings("security"), send: filled({ newEmail: "r@a.de" }, "Change address") },
  {
    of: "account/deletion-dialog.tsx",
    what: "leaving",
    async open() {
      const page = await openFor(await fan(), "/settings/privacy");
      await button(page, "Delete account").click();
      await page.locator("dialog [name=password]").waitFor();
      return page;
    },
    async send(page) {
      await fill(page, { password: "a password of one user" });
      await page.locator("dialog button[type=submit]").click();
    },
  },
  { of: "account/vacation.tsx", what: "a vacation", open: () => ownCreator("/settings/vacation"), send: pressed("Start vacation") },
  {
    of: "account/statement.tsx",
    what: "an appeal",
    async open() {
      const held = await heldMessage(system);
      return openFor(held.fan, `/statements/${held.messageId}`);
    },
    send: filled({ reason: "It is no advertisement." }, "Appeal"),
  },
  {
    of: "compose/compose.tsx",
    what: "a message",
    async open() {
      const { username } = await system.newCreator({ dmType: "PER_MESSAGE", price: "5.00" });
      return openFor(await fan(), `/${username}/message`);
    },
    async send(page) {
      await fill(page, { content: "Which lens?", price: "7.00" });
      await button(page, "Send for €7.00").click();
    },
  },
  {
    of: "creator-page/become-creator.tsx",
    what: "a new page",
    open: beginPage,
    send: openWholePage,
    hidden: ["displayName", "username", "bio"],
  },
  {
    of: "creator-page/edit-about.tsx",
    what: "the text of a page",
    open: () => ownCreator("/page"),
    send: (page) => page.locator("section[aria-labelledby=about] button[type=submit]").click(),
    calls: 2,
  },
  {
    of: "creator-page/link-form.tsx",
    what: "a link",
    async open() {
      const page = await ownCreator("/page");
      await button(page, "Add a link").click();
      return page;
    },
    send: (page) => page.locator("section[aria-labelledby=links] form button[type=submit]").click(),
  },
  {
    of: "ui/message-terms.tsx",
    what: "the price of messages",
    open: () => ownCreator("/settings/messages"),
    send: pressed("Save"),
    calls: 2,
  },
  {
    of: "messages/answer.tsx",
    what: "an answer",
    async open() {
      const { creator, sessionId } = await paidMessage(system);
      return openFor(creator, `/messages/${sessionId}`);
    },
    send: filled({ content: "A 35 mm." }, "Send reply"),
  },
  {
    of: "messages/thread-menu.tsx",
    what: "a report",
    async open() {
      const { creator, sessionId } = await paidMessage(system);
      const page = await openFor(creator, `/messages/${sessionId}`);
      await page.getByText("More", { exact: true }).click();
      await button(page, "Report").click();
      return page;
    },
    send: (page) => page.locator("dialog button[type=submit]").click(),
  },
  {
    of: "account/identity/identity-form.tsx",
    what: "the identity check",
    async open() {
      const page = await ownCreator("/settings/identity");
      await button(page, "Start the check").click();
      await page.locator("[name=legalName]").waitFor();
      return page;
    },
    send: pressed("Submit for review"),
    calls: 2,
  },
  { of: "money/payout-methods.tsx", what: "a payout method", open: () => ownCreator("/payouts"), send: filled({ label: "Main" }, "Add") },
  {
    of: "money/payee-account.tsx",
    what: "an account at the payment provider",
    async open() {
      const creator = await earningCreator(system);
      dataOf(await creator.send("POST", "/payouts/payee", { country: "DE" }), 200);
      return openFor(creator, "/payouts");
    },
    send: pressed("Go on at the provider"),
  },
  {
    of: "money/payout-request.tsx",
    what: "a payout",
    async open() {
      const creator = await earningCreator(system);
      dataOf(await creator.send("POST", "/payouts/methods", { kind: "BANK_ACCOUNT", label: "Main account" }), 201);
      return openFor(creator, "/payouts");
    },
    async send(page) {
      await button(page, "Pay out").click();
      await page.locator("dialog button.primary").click();
    },
  },
  {
    of: "money/wallet.tsx",
    what: "a top-up",
    open: async () => openFor(await fan(), "/wallet"),
    send: filled({ amount: "20.00" }, "Add money"),
  },
  {
    of: "money/send-back.tsx",
    what: "money sent back",
    open: async () => openFor(await fan(), "/wallet"),
    send: filled({ amount: "20.00" }, "Send back"),
  },
  {
    of: "money/claim.tsx",
    what: "a claim",
    open: async () => openFor(await fan(), "/claim"),
    send: filled({ code: "ABCD-EFGH" }, "Claim"),
  },
  {
    of: "support/support.tsx",
    what: "a ticket",
    open: async () => openFor(await fan(), "/support"),
    send: filled({ subject: "Money", message: "Where is it?" }, "Send"),
  },
  {
    of: "ui/tickets/ticket-conversation.tsx",
    what: "a message to support",
    open: () => ticketPage(false),
    send: filled({ message: "And now?" }, "Send reply"),
  },
  {
    of: "ui/tickets/ticket-conversation.tsx",
    what: "a message of support",
    open: () => ticketPage(true),
    send: filled({ message: "Here." }, "Send reply"),
  },
];

describe("the forms of the application", () => {
  it("EAS-05 each file with a form is walked below", () => {
    expect([...new Set(FORMS.map(({ of }) => of))].sort()).toEqual(filesWithForm("all others"));
  });

  it.each(FORMS)("EAS-05 $what: each refusal stands at its field in the window, has the focus, and replaces the older ones", walkRefusals);

  it("EAS-05 several fields are refused together, before anything is sent; what is typed counts at once, and nothing is cut", async () => {
    const page = await openFor(await fan(), "/settings/security");
    const problems = page.locator(".problem");
    await button(page, "Save password").click();
    await page.locator("[name=currentPassword]:focus[aria-invalid=true]").waitFor();
    expect(await problems.allTextContents()).toEqual(["Please fill this in", "Please fill this in"]);
    await page.keyboard.type("x");
    expect(await problems.count()).toBe(1);
    await fill(page, { newPassword: "x".repeat(5_000) });
    await button(page, "Save password").click();
    await page.locator("[name=newPassword]:focus[aria-invalid=true]").waitFor();
    expect(await problems.allTextContents()).toEqual(["At most 256 characters"]);
    await fill(page, { newPassword: "short" });
    await button(page, "Save password").click();
    await page.getByText("At least 8 characters").nth(1).waitFor();
    expect(await problems.count()).toBe(1);
  });

  it.each(["\u2067Money", "\u202AMoney\u202C", "Money\u0007"])(
    "EAS-05 a name or subject with a mark that is not seen is refused at its field (%j)",
    async (text) => {
      const page = await openFor(await fan(), "/support");
      await fill(page, { subject: text, message: "Where is it?" });
      await button(page, "Send").click();
      await page.locator("[name=subject]:focus[aria-invalid=true]").waitFor();
      expect(await page.locator(".problem").textContent()).toContain("Remove invisible characters");
      await page.goto("/settings/profile");
      await fill(page, { displayName: text });
      await button(page, "Save").click();
      await page.locator("[name=displayName]:focus[aria-invalid=true]").waitFor();
    },
  );
});
