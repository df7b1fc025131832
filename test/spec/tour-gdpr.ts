import { type Constellation, dataOf } from "#test/support/constellation.ts";
import { eventually } from "#test/support/eventually.ts";
import type { Reply } from "#test/support/http.ts";

/** Visits what a user can wish for the own data. */
export async function visitGdpr(tour: Map<string, Reply>, system: Constellation): Promise<void> {
  const leaver = await system.newUser();
  tour.set("account.requestExport", await leaver.send("POST", "/gdpr/export"));
  const { requestId } = dataOf<{ requestId: string }>(tour.get("account.requestExport") as Reply, 202);
  const document = await eventually(async () => {
    const reply = await leaver.send("GET", `/gdpr/export/${requestId}`);
    if (reply.status !== 200) throw new Error(`status ${reply.status}`);
    return reply;
  }, 15_000);
  tour.set("account.downloadExport", document);
  tour.set("account.deleteWithPassword", await leaver.send("POST", "/users/delete", { password: leaver.password }));
  tour.set("account.listGdprRequests", await leaver.send("GET", "/gdpr/requests"));
  tour.set("account.cancelDeletion", await leaver.send("DELETE", "/gdpr/delete"));
  const back = await system.signIn(leaver.email, leaver.password);
  tour.set("account.requestDeletion", await back.send("POST", "/gdpr/delete"));
}
