import { uuid } from "#libs/kernel/ids.ts";
import { mailboxOf } from "#libs/providers/email/mailbox.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import type { Reply } from "../support/http.ts";
import { type CreatorPerson, dataOf, type Person, type TestSystem } from "../support/test-system.ts";

/** Calls the routes for the money of people who leave, so that each succeeds once. */
export async function visitLeaving(tour: Map<string, Reply>, system: TestSystem, admin: Person): Promise<void> {
  const leaver = await newEarner(system);
  tour.set("wallet.getClosing", await leaver.send("GET", "/wallet/closing"));
  await leave(system, leaver);
  const code = await finalCode(system, leaver.email);
  tour.set("wallet.claimMoney", await (await system.newUser()).send("POST", "/wallet/claims", { code }));
  tour.set("wallet.listUnclaimed", await admin.send("GET", `/admin/unclaimed?userId=${leaver.userId}`));
  const { items } = dataOf<{ items: { unclaimedId: string }[] }>(tour.get("wallet.listUnclaimed") as Reply, 200);
  const path = `/admin/unclaimed/${items[0]?.unclaimedId ?? uuid()}/settle`;
  const first = await newAdmin(system, "SUPER_ADMIN");
  dataOf(await first.send("POST", path, { decision: "OUTSIDE", reason: "tour" }), 202);
  tour.set("wallet.rejectSettlement", await admin.send("POST", `${path}/reject`, { reason: "tour" }));
  dataOf(await first.send("POST", path, { decision: "OUTSIDE", reason: "tour" }), 202);
  tour.set("wallet.settleUnclaimed", await admin.send("POST", path, { decision: "OUTSIDE", reason: "tour" }));
}

/** A creator with earnings of 4.00, and without an approved identity. */
export async function newEarner(system: TestSystem): Promise<CreatorPerson> {
  const [fan, creator] = await Promise.all([system.newFan("5.00"), system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" })]);
  const message = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "5.00", content: uuid() };
  const { messageId } = dataOf<{ messageId: string }>(await fan.send("POST", "/messages", message), 201);
  dataOf(await creator.send("POST", `/messages/${messageId}/reply`, { content: "Hi" }), 201);
  return creator;
}

/** Asks for the deletion of an account, and purges it at once. */
export async function leave(system: TestSystem, { userId, send }: Person): Promise<void> {
  dataOf(await send("POST", "/gdpr/delete"), 201);
  const requests = system.runtime.database("account").connection.collection("gdpr_requests");
  await requests.updateOne({ userId }, { $set: { scheduledAt: system.runtime.clock.now() } });
  await system.runtime.jobs.runNow("account.purge-users");
}

/** The code in the last mail to an address. */
export const finalCode = (system: TestSystem, email: string): Promise<string> =>
  eventually(async () => {
    const mail = mailboxOf(system.runtime)
      .of(email)
      .findLast(({ kind }) => kind === "closing_final");
    const [code] = /([0-9A-Z]{4}-){7}[0-9A-Z]{4}/.exec(mail?.text ?? "") ?? [];
    if (!code) throw new Error("no code was mailed");
    return code;
  });
