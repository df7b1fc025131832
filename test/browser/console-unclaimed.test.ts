import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { finalCode, leave, newEarner } from "../spec/tour-leaving.ts";
import { beginTopUp } from "../spec/tour-payments.ts";
import { newAdmin, setRoles } from "../support/admin-browser.ts";
import { dataOf, type Person } from "../support/test-system.ts";
import { accessibilityProblems, type BrowserSystem, button, openAsStaff, problemsOf, startBrowserSystem } from "./fixture.ts";

let system: BrowserSystem;
let [first, second]: Person[] = [];
beforeAll(async () => {
  system = await startBrowserSystem();
  [first, second] = [await newAdmin(system, "FINANCE"), await newAdmin(system, "FINANCE")];
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const dialog = (page: Page) => page.getByRole("dialog");
const row = (page: Page, id: string) => page.locator(`li[data-id="${id}"] a`);
const listed = async (id: string) => {
  const { items } = dataOf<{ items: { status: string }[] }>(await (first as Person).send("GET", `/admin/unclaimed?id=${id}`), 200);
  return items[0];
};
const balanceOf = async (person: Person) => dataOf<{ balance: string }>(await person.send("GET", "/wallet"), 200).balance;

/** Earnings of 4.00 of an account that was deleted, and whether another one has given their code. */
async function unclaimedMoney({ isClaimed }: { isClaimed: boolean }) {
  const [leaver, claimant] = [await newEarner(system), await system.newUser({ displayName: "Clara" })];
  await leave(system, leaver);
  const code = await finalCode(system, leaver.email);
  if (isClaimed) dataOf(await claimant.send("POST", "/wallet/claims", { code }), 202);
  const list = await (first as Person).send("GET", `/admin/unclaimed?userId=${leaver.userId}`);
  const [item] = dataOf<{ items: { unclaimedId: string }[] }>(list, 200).items;
  return { id: item?.unclaimedId ?? "", claimant, code };
}

/** Presses a decision, gives a reason, and sends it. */
async function decide(page: Page, verb: string, reason: string, sentence: RegExp) {
  await button(page, verb).click();
  await dialog(page).getByText(sentence).waitFor();
  await dialog(page).getByLabel("Reason").fill(reason);
  await dialog(page).getByRole("button", { name: verb }).click();
  await dialog(page).waitFor({ state: "detached" });
}

describe("unclaimed money", () => {
  it("CNS-14 PMT-27 LVR-03 a claim waits in the queue, the second person reads what the first has asked for, and then it moves", async () => {
    const { id, claimant } = await unclaimedMoney({ isClaimed: true });
    const page = await openAsStaff(system, first as Person, "/admin");
    await page.locator('li[data-id="unclaimed"] a').click();
    await row(page, id).click();
    await page.getByRole("heading", { level: 1, name: /Unclaimed money: .*4\.00/ }).waitFor();
    await page.locator("#main .facts").getByText("Clara").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await decide(
      page,
      "Give to the claimant",
      "The mail is hers",
      /Nothing happens until a second person asks for the same\. Then: .*4\.00 is added/,
    );
    await page.getByText("Robin has asked for this. Another person must confirm it.").waitFor();
    expect(await button(page, "Give to the claimant").count()).toBe(0);
    expect([await balanceOf(claimant), (await listed(id))?.status]).toEqual(["0.00", "WAITING"]);

    const other = await openAsStaff(system, second as Person, `/admin/unclaimed/${id}`);
    await other.locator("#main .facts").getByText("The mail is hers").waitFor();
    await button(other, "Give to the claimant").click();
    await dialog(other).getByText("The mail is hers").waitFor();
    expect(await dialog(other).getByText("Nothing happens until").count()).toBe(0);
    expect(await accessibilityProblems(other)).toEqual([]);
    await dialog(other).getByLabel("Reason").fill("I see the same");
    await dialog(other).getByRole("button", { name: "Give to the claimant" }).dblclick();
    await dialog(other).waitFor({ state: "detached" });
    await other.locator("#main .facts").getByText("Given to the claimant").waitFor();
    expect(await balanceOf(claimant)).toBe("4.00");
    expect(await button(other, "Refuse the claim").count()).toBe(0);
    expect([problemsOf(page), problemsOf(other)]).toEqual([[], []]);
  });

  it("CNS-14 LVR-03 a refused claim is open again, and open money is paid by hand", async () => {
    const { id, claimant, code } = await unclaimedMoney({ isClaimed: true });
    for (const colleague of [first, second] as Person[]) {
      const page = await openAsStaff(system, colleague, `/admin/unclaimed/${id}`);
      await decide(page, "Refuse the claim", "Another name", /The claim of .*Clara.* ends\./);
      await page
        .locator("#main .facts")
        .getByText(colleague === first ? "First request" : "Unclaimed", { exact: true })
        .waitFor();
    }
    expect(await listed(id)).toMatchObject({ status: "OPEN", claimantId: null, approval: null });
    for (const colleague of [second, first] as Person[]) {
      const page = await openAsStaff(system, colleague, colleague === second ? "/admin/unclaimed?status=OPEN" : "/admin");
      if (colleague === first) await page.locator('li[data-id="proposedSettlements"] a').click();
      await row(page, id).click();
      await button(page, "Record as paid by hand").waitFor();
      expect(await button(page, "Give to the claimant").count()).toBe(0);
      await decide(page, "Record as paid by hand", "Sent to the heirs", /4\.00 is booked as paid outside of the platform\./);
    }
    expect(await listed(id)).toMatchObject({ status: "PAID", decision: "OUTSIDE", decidedBy: first?.userId });
    expect((await claimant.send("POST", "/wallet/claims", { code })).status).toBe(404);
  });

  it("CNS-14 an open dialog about a payment in review, or a correction, stays when a colleague decides, and says what became of it", async () => {
    const fan = await system.newUser();
    const topupId = await beginTopUp(fan);
    dataOf(await fan.send("POST", `/payments/sandbox/sandbox:${topupId}`, { outcome: "SUCCEEDED", amount: "7.00" }), 200);
    const page = await openAsStaff(system, first as Person, `/admin/topups/${topupId}`);
    await button(page, "Send it back").click();
    await dialog(page).getByLabel("Reason").fill("Too little");
    dataOf(await (second as Person).send("POST", `/admin/topups/${topupId}/resolve`, { decision: "CREDIT", reason: "enough" }), 200);
    await page.locator("#main .facts").getByText("Credited").waitFor();
    await dialog(page).getByRole("button", { name: "Send it back" }).click();
    await dialog(page)
      .getByRole("status")
      .getByText(/^Decided meanwhile: Credited/)
      .waitFor();

    const correction = { userId: fan.userId, kind: "FAN", amount: "1.00", reason: "A present" };
    const proposed = await (second as Person).send("POST", "/admin/ledger/adjustments", correction);
    const { adjustmentId } = dataOf<{ adjustmentId: string }>(proposed, 201);
    await page.goto(`/admin/ledger/adjustments/${adjustmentId}`);
    await button(page, "Approve").click();
    dataOf(await (second as Person).send("POST", `/admin/ledger/adjustments/${adjustmentId}/reject`, { reason: "a mistake" }), 200);
    await page.locator("#main .facts").getByText("Refused", { exact: true }).waitFor();
    await dialog(page).getByRole("button", { name: "Approve" }).click();
    await dialog(page)
      .getByRole("status")
      .getByText(/^Decided meanwhile: Refused/)
      .waitFor();
  });

  it("CNS-14 what was decided meanwhile is said in the dialog, and one's own claim has a sentence instead of buttons", async () => {
    const { id, claimant } = await unclaimedMoney({ isClaimed: true });
    const path = `/admin/unclaimed/${id}/settle`;
    const ask = (person: Person, decision: string) => person.send("POST", path, { decision, reason: "known" });
    const page = await openAsStaff(system, first as Person, `/admin/unclaimed/${id}`);
    await button(page, "Refuse the claim").click();
    await dialog(page).getByLabel("Reason").fill("Too late");
    expect((await ask(second as Person, "OUTSIDE")).status).toBe(202);
    dataOf(await ask(await newAdmin(system, "FINANCE"), "OUTSIDE"), 200);
    await dialog(page).getByRole("button", { name: "Refuse the claim" }).click();
    await dialog(page)
      .getByRole("status")
      .getByText(/^Decided meanwhile: Paid by hand/)
      .waitFor();
    expect(await dialog(page).getByRole("button", { name: "Refuse the claim" }).count()).toBe(0);

    const own = await unclaimedMoney({ isClaimed: true });
    await setRoles(system, own.claimant.userId, ["USER", "FINANCE"]);
    const mine = await openAsStaff(system, own.claimant, `/admin/unclaimed/${own.id}`);
    await mine.getByText("This money is your own. Only a colleague can decide about it.").waitFor();
    expect(await mine.locator("#main button").count()).toBe(0);
    await mine.goto(`/admin/unclaimed/${claimant.userId}`);
    await mine.getByText("There is no such unclaimed money.").waitFor();
  });
});
