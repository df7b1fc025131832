import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { documentPicture, fillIdentity } from "../support/identity.ts";
import { pdfOf } from "../support/pdf.ts";
import { type CreatorPerson, dataOf } from "../support/test-system.ts";
import { accessibilityProblems, type BrowserSystem, button, LOOKS, openAs, problemsOf, startBrowserSystem } from "./fixture.ts";
import { hasFocus } from "./focus.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
  await system.setConfig("provider.kyc", "manual");
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const PATH = "/settings/identity";
const decide = async ({ creatorId }: CreatorPerson, kycStatus: string, reason?: string, reasons?: readonly string[]) => {
  const decision = { kycStatus, ...(reason && { reason }), ...(reasons && { reasons }) };
  dataOf(await (await system.admin()).send("PATCH", `/admin/creators/${creatorId}/kyc`, decision), 200);
};
const start = async (creator: CreatorPerson) => dataOf(await creator.send("POST", `/creators/${creator.creatorId}/kyc`), 201);
const submit = async (creator: CreatorPerson) => {
  await fillIdentity(creator);
  dataOf(await creator.send("POST", `/creators/${creator.creatorId}/kyc/submit`), 200);
};

describe("the identity check of a creator", () => {
  it("IDC-01 IDC-04 the check is filled in, refused at its fields, submitted, sent back, completed and confirmed by pages alone", async () => {
    const creator = await system.newCreator();
    const page = await openAs(system, creator, "/payouts");
    await page.locator(".notice").getByRole("link", { name: "Identity" }).click();
    await page.getByText("Before a payout we must know who you are.").waitFor();
    await button(page, "Start the check").click();
    await page.getByText("Fill in the form and send the files.").waitFor();
    await button(page, "Submit for review").click();
    await page.getByText("Please fill this in").first().waitFor();
    await hasFocus(page, ["legalName", "true"], "[on.name, on.ariaInvalid]");

    await page.getByLabel("Name as in the document").fill("Cleo Marchetti");
    await page.getByLabel("Date of birth").fill("2020-05-01");
    await page.getByLabel("Country").selectOption({ label: "Germany" });
    await page.getByLabel("Street and number").fill("Am Markt 1");
    await page.getByLabel("Postal code").fill("10115");
    await page.getByLabel("City").fill("Berlin");
    await page.locator("select[name=documentKind]").selectOption({ label: "Identity card" });
    await button(page, "Submit for review").click();
    await page.getByText("You must be at least 18 years old.").waitFor();
    await hasFocus(page, "birthDate", "on.name");
    await page.getByLabel("Date of birth").fill("1990-02-28");

    const fileOf = (name: string) => page.getByRole("group", { name });
    const choose = (name: string, buffer: Buffer, mimeType = "image/jpeg") =>
      fileOf(name).locator("input[type=file]").setInputFiles({ name: "file", mimeType, buffer });
    await choose("Side with the photo", Buffer.from("<script>"));
    await fileOf("Side with the photo").getByText("This file is neither a picture nor a PDF").waitFor();
    await choose("Side with the photo", await documentPicture());
    await fileOf("Side with the photo").getByText("Sent").waitFor();
    await fileOf("Side with the photo").locator("canvas.file-preview").waitFor();
    await button(page, "Submit for review").click();
    await fileOf("Back side").getByText("This file is still missing.").waitFor();
    await choose("Back side", pdfOf(), "application/pdf");
    await fileOf("Back side").getByText("Sent").waitFor();
    await page.reload();
    await fileOf("Back side").getByText("Sent").waitFor();
    expect(await page.getByLabel("City").inputValue()).toBe("Berlin");
    await button(page, "Submit for review").click();
    await page.getByText("You need not do anything now.").waitFor();
    // The form was long: the eye follows the focus to the new state.
    await hasFocus(page, true, "on.matches('h1') && on.getBoundingClientRect().top >= 0");

    await decide(creator, "RESUBMISSION_REQUIRED", "The photo is too dark.", ["DOCUMENT_UNREADABLE", "NAME_MISMATCH"]);
    await page.reload();
    await page.getByText("The document cannot be read.").waitFor();
    await page.getByText("The name does not match the document.").waitFor();
    await page.getByText("The photo is too dark.").waitFor();
    await page.getByText("Send again only what is named here.").waitFor();
    await button(page, "Start again").click();
    await fileOf("Back side").getByText("Sent").waitFor();
    await fileOf("Side with the photo").getByRole("button", { name: "Remove" }).click();
    await fileOf("Side with the photo").getByText("Sent").waitFor({ state: "detached" });
    await choose("Side with the photo", await documentPicture("gold"));
    await fileOf("Side with the photo").getByText("Sent").waitFor();
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

  it("IDC-01 a check that is stopped leaves nothing, and a draft stays until then", async () => {
    const creator = await system.newCreator();
    await start(creator);
    const page = await openAs(system, creator, PATH);
    await page.getByLabel("City").fill("Berlin");
    await button(page, "Save").click();
    await page.getByText("Saved", { exact: true }).waitFor();
    await page.reload();
    await eventually(async () => expect(await page.getByLabel("City").inputValue()).toBe("Berlin"));
    await button(page, "Stop the check").click();
    await button(page, "Start the check").click();
    await eventually(async () => expect(await page.getByLabel("City").inputValue()).toBe(""));
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
    const session = { id: "1", url: "https://identity.example.org/check", form: null };
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
    await fillIdentity(begun);
    await submit(refused);
    await decide(refused, "RESUBMISSION_REQUIRED", `Because${"x".repeat(200)}`, ["NAME_MISMATCH", "DOCUMENT_EXPIRED"]);
    const found: (readonly string[])[] = [];
    for (const creator of [none, begun, refused]) {
      const page = await openAs(system, creator, `${PATH}?lang=${lang}`, { colorScheme, viewport: { width, height: 800 } });
      await page.locator("main .chip").first().waitFor();
      await eventually(async () => expect(await page.locator(".skeleton").count()).toBe(0));
      if (process.env.SHOTS)
        await page.screenshot({ path: `/tmp/a-t/id-${colorScheme}-${width}-${lang}-${found.length}.png`, fullPage: true });
      const isWide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
      found.push([...(await accessibilityProblems(page)), ...(isWide ? ["scrolls sideways"] : []), ...problemsOf(page)]);
    }
    expect(found.flat()).toEqual([]);
  });
});
