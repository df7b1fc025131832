import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { type CreatorPerson, dataOf } from "../support/test-system.ts";
import { accessibilityProblems, type BrowserSystem, button, LOOKS, openAs, problemsOf, startBrowserSystem } from "./fixture.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
  await system.setConfig("provider.kyc", "manual");
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const PATH = "/settings/identity";
const decide = async ({ creatorId }: CreatorPerson, kycStatus: string, reason?: string) =>
  dataOf(await (await system.admin()).send("PATCH", `/admin/creators/${creatorId}/kyc`, { kycStatus, ...(reason && { reason }) }), 200);
const start = async (creator: CreatorPerson) => dataOf(await creator.send("POST", `/creators/${creator.creatorId}/kyc`), 201);
const submit = async (creator: CreatorPerson) => dataOf(await creator.send("POST", `/creators/${creator.creatorId}/kyc/submit`), 200);

describe("the identity check of a creator", () => {
  it("the identity check is started, stopped, restarted, submitted, sent back with a reason and confirmed, and shows every step", async () => {
    const creator = await system.newCreator();
    const page = await openAs(system, creator, "/payouts");
    await page.locator(".notice").getByRole("link", { name: "Identity" }).click();
    await page.getByText("Before a payout we must know who you are.").waitFor();
    await button(page, "Start the check").click();
    await page.getByText("Our staff asks you for what it needs.").waitFor();
    await button(page, "Stop the check").click();
    await button(page, "Start the check").click();
    await button(page, "Submit for review").click();
    await page.getByText("You need not do anything now.").waitFor();
    await decide(creator, "RESUBMISSION_REQUIRED", "The photo is too dark.");
    await page.reload();
    await page.getByText("The photo is too dark.").waitFor();
    await button(page, "Start again").click();
    await button(page, "Submit for review").click();
    await page.getByText("You need not do anything now.").waitFor();
    await decide(creator, "APPROVED");
    await page.reload();
    await page.getByText("We know who you are.").waitFor();
    await page.getByText("Valid until").waitFor();
    await page.locator("main").getByRole("link", { name: "Earnings" }).click();
    await page.getByRole("heading", { name: "Earnings", exact: true }).waitFor();
    await page.getByText("No payouts yet.").waitFor();
    expect(await page.getByText("Your identity must be confirmed").count()).toBe(0);
    expect(problemsOf(page)).toEqual([]);
  });

  it("a rejected check says so, why, and whom to ask", async () => {
    const creator = await system.newCreator();
    await start(creator);
    await submit(creator);
    await decide(creator, "REJECTED", "The name is another one.");
    const page = await openAs(system, creator, PATH);
    await page.getByText("We could not confirm your identity.").waitFor();
    await page.getByText("The name is another one.").waitFor();
    await page.locator("main").getByRole("link", { name: "Ask support" }).waitFor();
    expect(await button(page, "Start the check").or(button(page, "Start again")).count()).toBe(0);
  });

  it("the check leads to the page of the provider, and after a refusal shows the change made in another tab", async () => {
    const creator = await system.newCreator();
    await start(creator);
    const page = await openAs(system, creator, "/settings/vacation");
    const session = { id: "1", url: "https://identity.example.org/check" };
    await page.route("**/kyc", async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: object };
      await route.fulfill({ response, json: { success: true, data: { ...data, session } } });
    });
    await page.goto(PATH);
    const documents = page.getByRole("link", { name: "Show documents" });
    expect(await documents.getAttribute("href")).toBe(session.url);
    await submit(creator);
    await button(page, "Submit for review").click();
    await page.getByText("The identity check does not allow this now.").waitFor();
    await page.getByText("You need not do anything now.").waitFor();
  });

  it("APP-11 a fan is told that the identity check is for creators", async () => {
    const page = await openAs(system, await system.newUser(), PATH);
    await page.getByText("This is for creators.").waitFor();
  });

  it.each(LOOKS)("A11-01 A11-04 axe finds nothing on its page ($colorScheme, $width px, $lang)", async ({ colorScheme, width, lang }) => {
    const [none, begun, refused] = [await system.newCreator(), await system.newCreator(), await system.newCreator()];
    for (const creator of [begun, refused]) await start(creator);
    await submit(refused);
    await decide(refused, "REJECTED", `Because${"x".repeat(200)}`);
    const found: (readonly string[])[] = [];
    for (const creator of [none, begun, refused]) {
      const page = await openAs(system, creator, `${PATH}?lang=${lang}`, { colorScheme, viewport: { width, height: 800 } });
      await page.locator("main .chip").waitFor();
      await eventually(async () => expect(await page.locator(".skeleton").count()).toBe(0));
      const isWide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
      found.push([...(await accessibilityProblems(page)), ...(isWide ? ["scrolls sideways"] : []), ...problemsOf(page)]);
    }
    expect(found.flat()).toEqual([]);
  });
});
