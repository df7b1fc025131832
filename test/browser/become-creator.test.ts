import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { uuid } from "#libs/kernel/ids.ts";
import { dataOf } from "../support/test-system.ts";
import { type BrowserSystem, button, openAs, signOut, startBrowserSystem } from "./fixture.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const draftsOf = (page: Page) => page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('draft:'))");

/** Starts at the address step and passes the bio: the button has the same name in both steps. */
async function goOnToPrice(page: Page): Promise<void> {
  await button(page, "Continue").click();
  await page.getByLabel("Bio").waitFor();
  await button(page, "Continue").click();
}

describe("becoming a creator", () => {
  it("APP-17 becoming a creator takes three steps, and creates nothing before the end of the last", async () => {
    const taken = await system.newCreator();
    const person = await system.newUser({ displayName: "Mara" });
    const username = `m${uuid().slice(-10)}`;
    const page = await openAs(system, person, "/become-creator");
    await page.getByText("Only letters a–z, digits, dots, hyphens and underscores").waitFor();
    await button(page, "Continue").click();
    await page.locator("[name=username]:focus[aria-invalid=true]").waitFor();
    await page.getByLabel("Username").fill("no spaces");
    await page.locator(".problem").getByText("Only letters a–z").waitFor();
    await page.getByLabel("Username").fill(taken.username);
    await page.getByText("This username is taken").waitFor();
    await page.getByLabel("Username").fill(username);
    await button(page, "Continue").click();
    await page.getByLabel("Bio").fill("I grow tomatoes.");
    await button(page, "Continue").click();
    await button(page, "Open page").click();
    await page.locator("[name=price]:focus[aria-invalid=true]").waitFor();
    await page.getByLabel("Price").fill("5,00");
    expect((await system.send("GET", `/bio/${username}`)).status).toBe(404);
    await page.route("**/dm-settings", (route) => route.abort());
    await button(page, "Open page").click();
    await page.getByText("Your page takes free messages until you set a price.").waitFor();
    await page.unroute("**/dm-settings");
    await page.reload();
    await page.getByText("Your page takes free messages until you set a price.").waitFor();
    await button(page, "Save").click();
    await page.getByText("Your page is open.").waitFor();
    await page.getByRole("main").getByRole("link", { name: "Confirm your identity" }).waitFor();
    expect(dataOf(await system.send("GET", `/bio/${username}`), 200)).toMatchObject({ bio: "I grow tomatoes.", price: "5.00" });
  });

  it("EAS-15 a price that the platform does not allow is refused at its field, before the page is opened", async () => {
    const person = await system.newUser({ displayName: "Mara" });
    const username = `m${uuid().slice(-10)}`;
    const page = await openAs(system, person, "/become-creator?lang=de");
    await page.getByLabel("Benutzername").fill(username);
    await button(page, "Weiter").click();
    await page.locator("[name=bio]").waitFor();
    await button(page, "Weiter").click();
    const price = page.locator("[name=price]");
    await page.getByText("Von 0,50\u00a0€ bis 10.000,00\u00a0€").waitFor();
    const sent: string[] = [];
    page.on("request", (request) => request.method() !== "GET" && sent.push(request.url()));
    for (const typed of ["0", "0,00", "0,49", "10.000,01"]) {
      await price.fill(typed);
      await price.press("Tab");
      await button(page, "Seite öffnen").click();
      await page.locator("[name=price]:focus[aria-invalid=true]").waitFor();
      await page.locator(".problem").getByText("Von 0,50\u00a0€ bis 10.000,00\u00a0€").waitFor();
    }
    expect(sent).toEqual([]);
    expect((await system.send("GET", `/bio/${username}`)).status).toBe(404);
    await price.fill("0,50");
    await button(page, "Seite öffnen").click();
    await page
      .getByText(`${new URL(page.url()).host}/${username}`)
      .first()
      .waitFor();
    expect(dataOf(await system.send("GET", `/bio/${username}`), 200)).toMatchObject({ price: "0.50" });
  });

  it("EAS-15 the same holds for the terms of an open page and for a top-up", async () => {
    const creator = await system.newCreator({ dmType: "PER_MESSAGE", price: "5.00" });
    const page = await openAs(system, creator, "/settings/messages");
    const problem = page.locator(".problem");
    await page.getByLabel("Price").fill("0");
    await button(page, "Save").click();
    await problem.getByText("From €0.50 to €10,000.00").waitFor();
    await page.goto("/wallet");
    await page.getByText("From €1.00 to €10,000.00").waitFor();
    await page.getByLabel("Amount").fill("0");
    await button(page, "Add money").click();
    await page.locator("[name=amount]:focus[aria-invalid=true]").waitFor();
    await problem.getByText("From €1.00 to").waitFor();
    expect(dataOf(await system.send("GET", `/bio/${creator.username}`), 200)).toMatchObject({ price: "5.00" });
  });

  it("APP-17 a username that another user has taken meanwhile is reported at its field", async () => {
    const [person, other] = [await system.newUser({ displayName: "Mara" }), await system.newUser()];
    const username = `m${uuid().slice(-10)}`;
    const page = await openAs(system, person, "/become-creator");
    await page.getByLabel("Username").fill(username);
    await goOnToPrice(page);
    await page.getByLabel("Free").check();
    dataOf(await other.send("POST", "/creators/upgrade", { username }), 201);
    await button(page, "Open page").click();
    await page.locator("[name=username][aria-invalid=true]").waitFor();
    await page.getByText("This username is taken").waitFor();
    await page.getByLabel("Username").fill(`${username}2`);
    await goOnToPrice(page);
    await button(page, "Open page").click();
    await page.getByText("Your page is open.").waitFor();
  });

  it("APP-17 the steps are stored: a return continues at the last one, and nothing remains after the end or after signing out", async () => {
    const person = await system.newUser({ displayName: "Mara" });
    const username = `m${uuid().slice(-10)}`;
    const page = await openAs(system, person, "/become-creator");
    await page.getByLabel("Username").fill(username);
    await button(page, "Continue").click();
    await page.getByLabel("Bio").fill("I grow tomatoes.");
    await page.reload();
    expect(await page.getByLabel("Bio").inputValue()).toBe("I grow tomatoes.");
    await button(page, "Continue").click();
    await page.getByLabel("Price").fill("7,50");
    await page.goto("/messages");
    await page.goto("/become-creator");
    expect(await page.getByLabel("Price").inputValue()).toBe("7,50");
    await button(page, "Back").click();
    await button(page, "Back").click();
    expect(await page.getByLabel("Username").inputValue()).toBe(username);
    await goOnToPrice(page);
    await button(page, "Open page").click();
    await page.getByText("Your page is open.").waitFor();
    expect(dataOf(await system.send("GET", `/bio/${username}`), 200)).toMatchObject({ bio: "I grow tomatoes.", price: "7.50" });
    expect(await draftsOf(page)).toEqual([]);

    const other = await openAs(system, await system.newUser(), "/become-creator");
    await other.getByLabel("Name", { exact: true }).fill("Mara");
    expect(await draftsOf(other)).toHaveLength(1);
    await signOut(other);
    await other.waitForURL((url) => url.pathname === "/");
    expect(await draftsOf(other)).toEqual([]);
  });
});
