import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, type Person } from "../support/test-system.ts";
import { accessibilityProblems, type BrowserSystem, button, openAsStaff, startBrowserSystem } from "./fixture.ts";
import { auditOf, callsOf, decide, dialog, facts, newModerator, opened, READS_TEXT, row } from "./moderation-steps.ts";
import { type PaidMessage, paidMessage } from "./paid-messages.ts";

let system: BrowserSystem;
let max: Person;
beforeAll(async () => {
  system = await startBrowserSystem();
  max = await newModerator(system, "Max");
  const rule = { name: "Shops", kind: "WORD", pattern: "buy now", category: "SPAM" };
  dataOf(await max.send("POST", "/admin/moderation/rules", rule), 201);
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const held = (): Promise<PaidMessage> => paidMessage(system, `Please BUY NOW ${uuid()}`);
const actionsOn = async (target: string) => (await auditOf(system, target)).map(({ action }) => String(action));

describe("reports", () => {
  it("CON-03 CON-06 the next open report follows a decision, the row names both sides, and the tabs say how many wait", async () => {
    const reports: { reportId: string; creator: string }[] = [];
    for (const text of ["Which lens?", "Which camera?"]) {
      const { fan, creator, messageId } = await paidMessage(system, text);
      const report = await fan.send("POST", `/messages/${messageId}/report`, { category: "SCAM" });
      reports.push({ reportId: dataOf<{ reportId: string }>(report, 201).reportId, creator: creator.username });
    }
    const [older, newer] = reports;
    const page = await openAsStaff(system, max, "/admin/moderation/reports");
    await row(page, older?.reportId ?? "")
      .getByText(`@${older?.creator}`)
      .waitFor();
    await page
      .getByRole("navigation", { name: "Moderation" })
      .getByRole("link", { name: /^Reported messages [2-9]$/ })
      .waitFor();
    // What waits the longest is the first row.
    await row(page, older?.reportId ?? "").click();
    await page.waitForURL(`**/reports/${older?.reportId}`);
    await decide(page, "Dismiss", "An honest answer");
    await page.waitForURL(`**/reports/${newer?.reportId}`);
    await row(page, older?.reportId ?? "")
      .getByText("Dismissed")
      .waitFor();
    await decide(page, "Dismiss", "An honest answer");
  });

  it("CON-06 shows message and reply on Show text, and a dismissal is told to the reporter and audited", async () => {
    const { fan, creator, messageId } = await paidMessage(system, "Which lens?");
    dataOf(await creator.send("POST", `/messages/${messageId}/reply`, { content: "A 35 mm." }), 201);
    const report = await fan.send("POST", `/messages/${messageId}/report`, { category: "HARASSMENT", comment: "Rude" });
    const { reportId } = dataOf<{ reportId: string }>(report, 201);
    const page = await openAsStaff(system, max, "/admin/moderation/reports");
    const reads = callsOf(page, READS_TEXT);
    await row(page, reportId).click();
    await facts(page).getByText("Rude").waitFor();
    expect(reads).toEqual([]);
    await button(page, "Show text").click();
    await page.getByText("Which lens?").waitFor();
    await page.getByText("A 35 mm.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await button(page, "Dismiss").click();
    await dialog(page)
      .getByText(/^.* is told that the report was reviewed\. Nothing else happens/)
      .waitFor();
    await dialog(page).getByText("Only staff read the reason.").waitFor();
    await page.keyboard.press("Escape");
    await decide(page, "Dismiss", "An honest answer");
    // Another one may follow; the row says what was decided.
    await row(page, reportId).getByText("Dismissed").waitFor();
    await page.goto(`/admin/moderation/reports/${reportId}?status=RESOLVED`);
    await facts(page).getByText("An honest answer").waitFor();
    expect(await page.locator("#main button").allTextContents()).not.toContain("Show text");
    const notices = async () =>
      dataOf<{ items: { eventKey: string }[] }>(await fan.send("GET", "/notifications"), 200).items.map(({ eventKey }) => eventKey);
    await eventually(async () => expect(await notices()).toContain("report_resolved"));
    expect(await actionsOn(reportId)).toEqual(["moderation.resolve_report"]);
    await page.goto("/admin/moderation/reports?status=RESOLVED");
    await row(page, reportId).getByText("Dismissed").waitFor();
  });
});

describe("reasons", () => {
  it("CNS-08 CON-06 a reason that was written for staff is not offered where the sender reads it, nor one of another decision", async () => {
    const { fan, messageId } = await paidMessage(system, "Which lens?");
    const { reportId } = dataOf<{ reportId: string }>(await fan.send("POST", `/messages/${messageId}/report`, { category: "SCAM" }), 201);
    const [first, second, third] = [await held(), await held(), await held()];
    const page = await openAsStaff(system, max, `/admin/moderation/reports/${reportId}`);
    await decide(page, "Dismiss", "A known liar");
    await page.locator("#side").getByRole("link", { name: "Moderation" }).click();
    const offers = dialog(page).getByRole("list", { name: "Your last reasons" });
    await row(page, first.messageId).click();
    await decide(page, "Approve", "A question");
    await opened(page, second.messageId);
    await button(page, "Refuse").click();
    await dialog(page).getByText("reads the reason.").waitFor();
    expect(await offers.count()).toBe(0);
    await page.keyboard.press("Escape");
    await decide(page, "Refuse", "An advertisement");
    await opened(page, third.messageId);
    await button(page, "Refuse").click();
    await dialog(page).waitFor();
    expect(await offers.getByRole("button").allTextContents()).toEqual(["An advertisement"]);
  });
});
