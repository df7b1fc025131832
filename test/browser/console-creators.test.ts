import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { newAdmin, setRoles } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { documentPicture, fillIdentity } from "../support/identity.ts";
import { type CreatorPerson, dataOf, type Person } from "../support/test-system.ts";
import { accessibilityProblems, type BrowserSystem, button, openAs, openAsStaff, problemsOf, startBrowserSystem } from "./fixture.ts";
import { hasFocus } from "./focus.ts";

let system: BrowserSystem;
let staff: Person;
beforeAll(async () => {
  system = await startBrowserSystem();
  await system.setConfig("provider.kyc", "manual");
  staff = await newAdmin(system, "ADMIN");
});
afterEach(() => system.runtime.clock.reset());
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const main = (page: Page) => page.locator("#main");
const dialog = (page: Page) => page.getByRole("dialog");
const row = (page: Page, id: string) => page.locator(`li[data-id="${id}"] a`);
const find = (page: Page) => button(page, "Find").click();
const decisions = async (page: Page) => {
  const buttons = await main(page).locator(".actions button").allTextContents();
  return buttons.filter((text) => text !== "Find");
};

async function submitted(): Promise<CreatorPerson> {
  const creator = await system.newCreator();
  dataOf(await creator.send("POST", `/creators/${creator.creatorId}/kyc`), 201);
  await fillIdentity(creator);
  dataOf(await creator.send("POST", `/creators/${creator.creatorId}/kyc/submit`), 200);
  return creator;
}

const looksAt = (creator: CreatorPerson, action: string) =>
  system.runtime.database("creator").connection.collection("audit_log").countDocuments({ target: creator.creatorId, action });

describe("identity checks", () => {
  it("CON-15 IDC-02 the longest waiting is first; files are shown by a press alone; a refusal wants a reason and is called final", async () => {
    const first = await submitted();
    system.runtime.clock.advance(60_000);
    const second = await submitted();
    const page = await openAsStaff(system, staff, "/admin");
    await page.locator("#side").getByRole("link", { name: "Identity checks" }).click();
    await page.getByRole("heading", { level: 1, name: "Identity checks" }).waitFor();
    await row(page, second.creatorId).waitFor();
    const ids = await page.locator("li[data-id]").evaluateAll((rows) => rows.map((each) => each.getAttribute("data-id")));
    expect(ids).toEqual([first.creatorId, second.creatorId]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await row(page, first.creatorId).click();
    await button(page, "Approve").waitFor();
    expect((await decisions(page)).filter((text) => !["Suspend", "Ban", "Deactivate", "Change level"].includes(text))).toEqual([
      "Approve",
      "Refuse",
      "Ask again",
    ]);
    expect(await looksAt(first, "creator.getIdentityCheck")).toBe(0);
    await main(page).locator("summary", { hasText: "Form and files" }).click();
    await main(page).getByText("Cleo Marchetti").waitFor();
    await main(page).getByText("This access is recorded.").waitFor();
    expect(await looksAt(first, "creator.getIdentityFile")).toBe(0);
    await button(page, "Approve").click();
    await dialog(page).getByText("You have not opened all that was sent.").waitFor();
    await page.keyboard.press("Escape");
    await button(page, "Show: Side with the photo").press("Enter");
    await main(page).locator("canvas.document").waitFor();
    await hasFocus(page, expect.stringContaining("Side with the photo"));
    await button(page, "Approve").click();
    await dialog(page).getByText("can have earnings paid out.").waitFor();
    expect(await dialog(page).getByText("You have not opened all that was sent.").count()).toBe(0);
    await page.keyboard.press("Escape");
    expect(await looksAt(first, "creator.getIdentityFile")).toBe(1);
    expect(await accessibilityProblems(page)).toEqual([]);

    await button(page, "Refuse").click();
    await dialog(page).getByText("cannot start another check, and nothing can be paid out. This is final.").waitFor();
    await dialog(page)
      .getByText(/@.* reads the reason\./)
      .waitFor();
    await dialog(page).getByRole("button", { name: "Refuse" }).click();
    await dialog(page).locator(".problem").waitFor();
    await page.getByLabel("Reason", { exact: true }).fill("The name is another one.");
    await dialog(page).getByRole("button", { name: "Refuse" }).click();
    await dialog(page).waitFor({ state: "detached" });
    // The next check follows.
    await row(page, first.creatorId).getByText("Rejected").waitFor();
    await page.waitForURL(`**/admin/creators/${second.creatorId}?**`);
    const check = dataOf(await first.send("GET", `/creators/${first.creatorId}/kyc`), 200);
    expect(check).toMatchObject({ kycStatus: "REJECTED", reason: "The name is another one.", reasons: ["OTHER"] });
    await button(page, "Approve").waitFor();
    expect(await main(page).locator("canvas.document").count()).toBe(0);
    expect(problemsOf(page)).toEqual([]);
  });

  it("CON-15 IDC-04 asks again with two reasons, keeps the reason when a colleague has decided meanwhile, and approves", async () => {
    const creator = await submitted();
    const page = await openAsStaff(system, staff, `/admin/creators/${creator.creatorId}?kycStatus=IN_REVIEW&sort=oldest`);
    await button(page, "Ask again").click();
    await dialog(page).getByLabel("The document cannot be read.").check();
    await dialog(page).getByLabel("The name does not match the document.").check();
    await page.getByLabel("Reason", { exact: true }).fill("Too dark.");
    await dialog(page).getByRole("button", { name: "Ask again" }).click();
    await dialog(page).waitFor({ state: "detached" });
    const read = async () => dataOf(await creator.send("GET", `/creators/${creator.creatorId}/kyc`), 200);
    expect(await read()).toMatchObject({ reasons: ["DOCUMENT_UNREADABLE", "NAME_MISMATCH"], reason: "Too dark." });
    await page.goto(`/admin/creators/${creator.creatorId}?kycStatus=IN_REVIEW&sort=oldest`);
    await main(page).getByText("Too dark.").waitFor();

    dataOf(await creator.send("POST", `/creators/${creator.creatorId}/kyc`), 201);
    dataOf(await creator.send("POST", `/creators/${creator.creatorId}/kyc/submit`), 200);
    await page.reload();
    await button(page, "Refuse").click();
    await page.getByLabel("Reason", { exact: true }).fill("Still dark.");
    const decision = { kycStatus: "APPROVED" };
    dataOf(await (await system.admin()).send("PATCH", `/admin/creators/${creator.creatorId}/kyc`, decision), 200);
    await dialog(page).getByRole("button", { name: "Refuse" }).click();
    await dialog(page).getByText("Decided meanwhile: Confirmed").waitFor();
    expect(await page.getByLabel("Reason", { exact: true }).inputValue()).toBe("Still dark.");
    await dialog(page).getByRole("button", { name: "Close" }).click();
    await button(page, "Expire").waitFor();
    expect(await read()).toMatchObject({ kycStatus: "APPROVED" });
  });
});

describe("the whole story", () => {
  it("IDC-06 earned, checked, requested, approved, paid and stated, by the pages of a fan, a creator and a finance officer alone", async () => {
    const [creator, fan, officer] = await Promise.all([
      system.newCreator({ dmType: "PER_MESSAGE", price: "30.00" }),
      system.newFan("50.00"),
      newAdmin(system, "FINANCE"),
    ]);
    const asking = await openAs(system, fan, `/${creator.username}/message`);
    await asking.getByLabel("Your message").fill("Which lens?");
    await button(asking, "Send for €30.00").click();
    await asking.getByText("€30.00 held until").first().waitFor();
    const page = await openAs(system, creator, "/messages");
    await page.locator(".list a").first().click();
    await page.getByLabel("Your reply").fill("A 35 mm.");
    await button(page, "Send reply").click();
    await page.getByText("€24.00 earned").first().waitFor();

    await page.goto("/settings/identity");
    await button(page, "Start the check").click();
    await page.getByLabel("Name as in the document").fill("Cleo Marchetti");
    await page.getByLabel("Date of birth").fill("1990-02-28");
    await page.getByLabel("Country").selectOption({ label: "Germany" });
    await page.getByLabel("Street and number").fill("Am Markt 1");
    await page.getByLabel("Postal code").fill("10115");
    await page.getByLabel("City").fill("Berlin");
    await page.locator("select[name=documentKind]").selectOption({ label: "Passport" });
    const photo = page.getByRole("group", { name: "Side with the photo" });
    const file = { name: "file", mimeType: "image/jpeg", buffer: await documentPicture() };
    await photo.locator("input[type=file]").setInputFiles(file);
    await photo.getByText("Sent").waitFor();
    await button(page, "Submit for review").click();
    await page.getByText("You need not do anything now.").waitFor();

    const desk = await openAsStaff(system, officer, "/admin/creators?kycStatus=IN_REVIEW&sort=oldest");
    await row(desk, creator.creatorId).click();
    await desk.locator("#main summary", { hasText: "Form and files" }).click();
    await desk.locator("#main").getByText("Am Markt 1, 10115 Berlin").waitFor();
    await button(desk, "Show: Side with the photo").click();
    await desk.locator("canvas.document").waitFor();
    await button(desk, "Approve").click();
    await dialog(desk).getByText("can have earnings paid out.").waitFor();
    await dialog(desk).getByRole("button", { name: "Approve" }).click();
    await dialog(desk).waitFor({ state: "detached" });
    await row(desk, creator.creatorId).getByText("Confirmed").waitFor();

    await page.goto("/payouts");
    await page.getByLabel("Name of the bank account").fill("My bank, 42");
    await button(page, "Add").click();
    await page.getByLabel("Pay to").waitFor();
    await page.getByLabel("Amount").fill("20");
    await page.locator("form").getByRole("button", { name: "Pay out" }).first().click();
    await dialog(page).getByRole("button", { name: "Pay out" }).click();
    await page.getByText("Requested. We tell you when it is paid.").waitFor();

    await desk.locator("#side").getByRole("link", { name: "Payouts" }).click();
    await desk.locator("li[data-id] a", { hasText: "My bank, 42" }).click();
    await button(desk, "Approve").click();
    await dialog(desk)
      .getByText(/€20\.00 goes to .* by My bank, 42\. This cannot be taken back\./)
      .waitFor();
    await dialog(desk).getByRole("button", { name: "Approve" }).click();
    await dialog(desk).waitFor({ state: "detached" });
    await eventually(async () => {
      await page.goto("/payouts");
      await page.locator(".list").getByText("€20.00").waitFor();
      expect(await page.locator(".list").getByText("Paid", { exact: true }).count()).toBe(1);
    });
    await page.getByRole("link", { name: "Message by message, by month" }).click();
    await page.locator(".facts", { hasText: "Paid out" }).getByText("€20.00").waitFor();
    await page.locator(".facts").getByText("€30.00").waitFor();
    expect([...problemsOf(asking), ...problemsOf(page), ...problemsOf(desk)]).toEqual([]);
  });
});

describe("creators", () => {
  it("CON-16 a level is pinned with the fee before and after, an account is verified on the public page, and a ban is called final", async () => {
    const creator = await system.newCreator({ dmType: "PER_MESSAGE", price: "5.00" });
    const account = { platform: "instagram", handle: "cleo.marchetti" };
    dataOf(await creator.send("POST", `/creators/${creator.creatorId}/socials`, account), 201);
    const page = await openAsStaff(system, staff, "/admin/creators");
    await page.getByLabel("Username begins with").fill(creator.username);
    await find(page);
    await row(page, creator.creatorId).click();
    await button(page, "Change level").click();
    await dialog(page).getByLabel("Level", { exact: true }).selectOption({ label: "Gold creator" });
    await dialog(page).getByLabel("The daily review does not change the level").check();
    expect(await dialog(page).getByRole("status").textContent()).toMatch(/^Fee on later messages: \d+% → \d+%$/);
    await dialog(page).getByRole("button", { name: "Change level" }).click();
    await main(page).locator(".facts").getByText("Pinned").waitFor();
    const profile = dataOf(await creator.send("GET", "/creators/me"), 200);
    expect(profile).toMatchObject({ level: "GOLD" });

    await button(page, "Verify").click();
    await dialog(page).getByText("is shown on the public page of").waitFor();
    await page.getByLabel("Reason", { exact: true }).fill("Seen in a call.");
    await dialog(page).getByRole("button", { name: "Verify" }).click();
    await main(page).getByText("verified", { exact: true }).waitFor();
    const visitor = await system.open(`/${creator.username}`);
    await visitor.getByText("cleo.marchetti").first().waitFor();

    await button(page, "Ban").click();
    await dialog(page).getByText("is hidden. Open paid messages are closed and refunded. This is final.").waitFor();
    await page.getByLabel("Reason", { exact: true }).fill("Fraud");
    await dialog(page).getByRole("button", { name: "Ban" }).click();
    await dialog(page).waitFor({ state: "detached" });
    await main(page).locator(".facts").getByText("Banned").waitFor();
    await eventually(async () => expect((await visitor.reload())?.status()).toBe(404));
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(problemsOf(page)).toEqual([]);
  });

  it("CON-16 one's own page has a sentence and no control, and FINANCE decides identities alone", async () => {
    const own = await system.newCreator();
    await setRoles(system, own.userId, ["USER", "CREATOR", "MODERATOR"]);
    const page = await openAsStaff(system, own, `/admin/creators/${own.creatorId}`);
    await page.getByText("This is your own page. Only a colleague can decide about it.").waitFor();
    expect(await decisions(page)).toEqual([]);
    const waiting = await submitted();
    const finance = await openAsStaff(system, await newAdmin(system, "FINANCE"), `/admin/creators/${waiting.creatorId}`);
    await button(finance, "Approve").waitFor();
    expect(await decisions(finance)).toEqual(["Approve", "Refuse", "Ask again"]);
  });
});
