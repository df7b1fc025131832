import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { uuid } from "#libs/kernel/ids.ts";
import { type CreatorPerson, dataOf } from "../support/test-system.ts";
import { accessibilityProblems, type BrowserSystem, button, openAs, problemsOf, signIn, startBrowserSystem } from "./fixture.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.runtime.clock.reset());
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const draftsOf = (page: Page) => page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('draft:'))");
const paidCreator = () => system.newCreator({ dmType: "PER_MESSAGE", price: "5.00" });
const composeOf = ({ username }: CreatorPerson) => `/${username}/message`;

describe("the draft of a message", () => {
  it("APP-13 a message that was written signed out is retained while money is added, then sent, answered and paid", async () => {
    const creator = await paidCreator();
    const fan = await system.newUser({ displayName: "Finn" });
    const page = await system.open(composeOf(creator));
    await page.getByLabel("Your message").fill("Which lens do you use?");
    await button(page, "€10.00").click();
    await page.getByLabel("Reply within").selectOption("24");
    await button(page, "Create account and send").waitFor();
    await page.locator("main").getByRole("link", { name: "Sign in" }).click();
    await signIn(page, fan);
    await page.getByLabel("Your message").waitFor();
    expect(await page.getByLabel("Your message").inputValue()).toBe("Which lens do you use?");
    expect(await page.getByLabel("Your price").inputValue()).toBe("10.00");
    expect(await page.getByLabel("Reply within").inputValue()).toBe("24");
    await button(page, "Add €10.00 and send").click();
    await button(page, "Pay and send").click();
    await page.getByText("€10.00 held until").first().waitFor();
    expect(await draftsOf(page)).toEqual([]);

    const inbox = await openAs(system, creator, "/messages");
    await inbox.getByText("1 open").waitFor();
    await inbox.getByRole("link", { name: /Finn/ }).click();
    await inbox.getByLabel("Your reply").fill("A 35 mm.");
    await button(inbox, "Send reply").click();
    await inbox.getByText("€8.00 earned").first().waitFor();

    await page.getByRole("article").getByText("A 35 mm.").waitFor({ timeout: 5_000 });
    await page.getByText("€10.00 paid").first().waitFor();
    expect(problemsOf(page)).toEqual([]);
    expect(problemsOf(inbox)).toEqual([]);
  });

  it("APP-13 the draft is offered where its writer comes back: after the link of the mail, and after signing in another way", async () => {
    const [creator, email, password] = [await paidCreator(), `n${uuid().slice(-12)}@example.org`, "a password of one user"];
    const page = await system.open(composeOf(creator));
    await page.getByLabel("Your message").fill("Which lens do you use?");
    dataOf(await system.send("POST", "/auth/register", { body: { email, password, locale: "en" } }), 201);
    // The page confirms without a script too, but only its script knows the draft.
    await page.goto(`/verify-email#token=${await system.mailedToken(email, "verify_email")}`, { waitUntil: "networkidle" });
    await button(page, "Confirm address").click();
    const onward = page.getByRole("link", { name: "Continue: your message to Cleo" });
    await onward.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.goto("/login");
    await signIn(page, { email, password });
    await page.getByRole("heading", { name: "Messages" }).waitFor();
    await onward.click();
    await page.waitForURL(`**${composeOf(creator)}`);
    await page.getByLabel("Your message").waitFor();
    expect(await page.getByLabel("Your message").inputValue()).toBe("Which lens do you use?");
    await page.getByLabel("Your message").fill("");
    await page.goto("/messages");
    await page.locator("main .empty").first().waitFor();
    expect(await onward.count()).toBe(0);
    expect(problemsOf(page)).toEqual([]);
  });

  it("APP-13 the draft appears in another tab, and is gone after a day or after signing out", async () => {
    const [creator, fan] = [await paidCreator(), await system.newFan("5.00")];
    const page = await openAs(system, fan, composeOf(creator));
    await page.getByLabel("Your message").fill("Still here?");
    const other = await page.context().newPage();
    await other.goto(composeOf(creator));
    await other.getByLabel("Your message").waitFor();
    expect(await other.getByLabel("Your message").inputValue()).toBe("Still here?");
    const age =
      "for (const name in localStorage) if (name.startsWith('draft:')) localStorage[name] = localStorage[name].replace(/\\d{13}/, '1')";
    await other.evaluate(age);
    await other.reload();
    await other.getByLabel("Your message").waitFor();
    expect(await other.getByLabel("Your message").inputValue()).toBe("");
    await other.getByLabel("Your message").fill("Gone?");
    expect(await draftsOf(other)).toHaveLength(1);
    await other.goto("/settings/privacy");
    await button(other, "Delete account").click();
    await other.getByLabel("Current password").fill(fan.password);
    await other.getByRole("dialog").getByRole("button", { name: "Delete account" }).click();
    await other.waitForURL((url) => url.pathname === "/farewell");
    expect(await draftsOf(other)).toEqual([]);
  });
});

describe("what a device has stored", () => {
  const LATER = "9999999999999";
  const MISFITS = [
    `{"text":"Which lens?","until":${LATER}}`,
    `{"text":7,"price":"5.00","hours":null,"key":"k","until":${LATER}}`,
    `{"text":"Which lens?","price":"5.00","hours":"24","key":"k","until":"never"}`,
    "null",
    "[]",
    '"text"',
    "{",
  ];

  it.each(MISFITS)("EAS-17 a draft of another shape is dropped, and the page begins anew (%s)", async (stored) => {
    const creator = await paidCreator();
    const fan = await system.newFan("12.00");
    const page = await openAs(system, fan, composeOf(creator));
    await page.getByLabel("Your message").waitFor();
    const name = `draft:${fan.userId}:${composeOf(creator)}`;
    const keep = (key: string, value: string) => page.evaluate(`localStorage.setItem(${JSON.stringify(key)}, ${JSON.stringify(value)})`);
    await keep(name, stored);
    await keep(`draft:${fan.userId}:/become-creator`, stored);
    await keep("consent", stored);
    await page.evaluate(`sessionStorage.setItem("places", ${JSON.stringify(stored)})`);
    await page.reload();
    await page.getByLabel("Your message").waitFor();
    expect(await page.getByLabel("Your price").inputValue()).toBe("5.00");
    expect(await page.evaluate(`localStorage.getItem(${JSON.stringify(name)})`)).toBeNull();
    for (const path of ["/messages", "/become-creator", `/${creator.username}`]) {
      await page.goto(path);
      await page.locator("main h1").first().waitFor();
    }
    expect(problemsOf(page)).toEqual([]);
  });
});
