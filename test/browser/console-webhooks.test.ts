import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import { type AdminBrowser, newAdmin, openAdminBrowser } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, type Person } from "../support/test-system.ts";
import { type Receiver, startReceiver, withStatus } from "../webhook/receiver.ts";
import { dialog, inDialog, looksRight, row, writesOf } from "./console-steps.ts";
import { type BrowserSystem, button, openAsStaff, startBrowserSystem } from "./fixture.ts";
import { hasFocus } from "./focus.ts";

let system: BrowserSystem;
let receiver: Receiver;
let admin: Person;
let session: AdminBrowser;
let reader: Person;
beforeAll(async () => {
  system = await startBrowserSystem({ CONFIG_WEBHOOK_ALLOWED_SUBNETS: '["127.0.0.0/8"]' });
  [receiver, admin, reader] = await Promise.all([startReceiver(), newAdmin(system, "ADMIN"), newAdmin(system, "ANALYST")]);
  session = await openAdminBrowser(system, admin);
});
afterEach(() => system.closeWindows());
afterAll(async () => {
  await system?.stop();
  await receiver?.stop();
});

const secretIn = (text: string | null) => /[0-9a-f]{64}/.exec(text ?? "")?.[0] ?? "";

/** A delivery that has failed, with an answer that looks like HTML. */
const addFailedDelivery = (endpointId: string, error: string) =>
  system.runtime
    .database("webhook")
    .connection.collection<{ _id: string }>("webhook_deliveries")
    .insertOne({
      ...{ _id: uuid(), endpointId, eventId: uuid(), kind: "message.sent", subjects: [], body: "{}", status: "FAILED" },
      ...{ failureReason: "EXHAUSTED", attempts: 1, tries: 1, dueAt: new Date(), leaseId: null },
      ...{ log: [{ at: new Date(), durationMs: 5, status: 500, error }], createdAt: new Date(), finishedAt: new Date() },
    });

async function newEndpoint(): Promise<string> {
  const reply = await session.send("POST", "/admin/webhooks", { url: receiver.url, kinds: ["message.sent"] });
  return dataOf<{ id: string }>(reply, 201).id;
}

describe("webhook endpoints", () => {
  it("CON-24 a new endpoint shows its secret once, not after a reload or Back; so does a new secret, which ends the old one", async () => {
    const page = await openAsStaff(system, admin, "/admin/webhooks");
    const writes = writesOf(page);
    await page.getByText(/^There are no endpoints yet\./).waitFor();
    await button(page, "New endpoint").click();
    await inDialog(page, "Add").click();
    await dialog(page).locator(".problem").waitFor();
    await dialog(page).getByLabel("Address").fill(receiver.url);
    await dialog(page).getByLabel("What it is for").fill("The shop");
    await dialog(page).getByLabel("message.sent", { exact: true }).check();
    await looksRight(page);
    await inDialog(page, "Add").dblclick();
    await page.getByText("It is shown here only, once. Keep it now.").waitFor();
    const secret = secretIn(await dialog(page).textContent());
    expect(secret).toHaveLength(64);
    await hasFocus(page, "Copy");
    expect(writes).toEqual(["POST /webhooks"]);
    await inDialog(page, "Close").click();
    await page.waitForURL(/\/admin\/webhooks\/[0-9a-f-]{36}$/);
    await page.getByText("The shop").waitFor();
    expect(await page.content()).not.toContain(secret);
    await page.reload();
    await page.getByText("The shop").waitFor();
    expect(await page.content()).not.toContain(secret);
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "Webhooks" }).waitFor();
    expect(await page.content()).not.toContain(secret);
    await page.locator("#main li[data-id] a").click();

    await button(page, "Rotate secret").click();
    await dialog(page)
      .getByText(/^The old secret ends now\./)
      .waitFor();
    await inDialog(page, "Rotate secret").click();
    await page.getByText("It is shown here only, once. Keep it now.").waitFor();
    const next = secretIn(await dialog(page).textContent());
    expect(next).toHaveLength(64);
    expect(next).not.toBe(secret);
    await inDialog(page, "Close").click();
    await dialog(page).waitFor({ state: "detached" });
    expect(await page.content()).not.toContain(next);
    await looksRight(page);
  });

  it("CON-24 an endpoint is tested, changed, switched off and undone, and deleted", async () => {
    const id = await newEndpoint();
    const page = await openAsStaff(system, admin, `/admin/webhooks/${id}`);
    receiver.answer(withStatus(418));
    await button(page, "Test").click();
    await page.locator("[role=status]", { hasText: "418" }).waitFor();
    receiver.answer(withStatus(204));
    await button(page, "Edit").click();
    await dialog(page).getByLabel("What it is for").fill("Another shop");
    await inDialog(page, "Save").click();
    await page.locator("#main").getByText("Another shop").waitFor();
    await button(page, "Switch off").click();
    await page.locator(".facts").getByText("Switched off by staff").waitFor();
    await button(page, "Undo").click();
    await page.locator(".facts").getByText("Works").waitFor();
    await button(page, "Delete").click();
    await dialog(page).getByText(receiver.url).waitFor();
    await inDialog(page, "Delete").click();
    await page.waitForURL("**/admin/webhooks");
    await page.getByRole("heading", { level: 1, name: "Webhooks" }).waitFor();
    expect(await row(page, id).count()).toBe(0);

    const other = await newEndpoint();
    const others = await openAsStaff(system, reader, `/admin/webhooks/${other}`);
    await others.getByText(receiver.url).waitFor();
    await others.getByText(/^Nothing has been sent to it/).waitFor();
    expect(await others.locator("#main").getByRole("button").count()).toBe(0);
  });

  it("CNS-09 CON-24 attempts are text, one delivery is sent again, and all that failed since a time", async () => {
    const id = await newEndpoint();
    await addFailedDelivery(id, "<b id='made'>no</b>");
    await addFailedDelivery(id, "second");
    const page = await openAsStaff(system, admin, `/admin/webhooks/${id}?status=FAILED`);
    await page.getByText("500, <b id='made'>no</b>").first().waitFor();
    expect(await page.locator("#made").count()).toBe(0);
    await looksRight(page);
    const sent = receiver.received.length;
    const first = page.locator("li[data-id]", { hasText: "id='made'" });
    await first.getByRole("button", { name: "Send again" }).click();
    await first.waitFor({ state: "detached" });
    await hasFocus(page, "H1", "on.tagName");
    await eventually(() => expect(receiver.received.length).toBe(sent + 1));
    await page.getByLabel("Failed since").fill("2026-01-01T00:00");
    await button(page, "Send failed").click();
    await page.getByText("Sent again: 1").waitFor();
    await page.getByRole("button", { name: "Send again" }).first().waitFor({ state: "detached" });
    await eventually(() => expect(receiver.received.length).toBe(sent + 2));
    await page.locator("#main").getByRole("link", { name: "Delivered" }).click();
    await page.waitForURL(`**/admin/webhooks/${id}?status=SUCCEEDED`);
  });
});
