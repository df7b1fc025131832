import { eventually } from "../support/eventually.ts";
import type { Reply } from "../support/http.ts";
import { dataOf, type TestSystem } from "../support/test-system.ts";

/** Calls the routes of deletion and export, so that each succeeds once. */
export async function visitGdpr(tour: Map<string, Reply>, system: TestSystem): Promise<void> {
  const leaver = await system.newUser();
  tour.set("account.requestExport", await leaver.send("POST", "/gdpr/export"));
  const { requestId } = dataOf<{ requestId: string }>(tour.get("account.requestExport") as Reply, 202);
  const document = await eventually(async () => {
    const reply = await leaver.send("GET", `/gdpr/export/${requestId}`);
    if (reply.status !== 200) throw new Error(`status ${reply.status}`);
    return reply;
  });
  tour.set("account.downloadExport", document);
  tour.set("account.deleteWithPassword", await leaver.send("POST", "/users/delete", { password: leaver.password }));
  tour.set("account.listGdprRequests", await leaver.send("GET", "/gdpr/requests"));
  tour.set("account.cancelDeletion", await leaver.send("DELETE", "/gdpr/delete"));
  const signedInAgain = await system.signIn(leaver.email, leaver.password);
  tour.set("account.requestDeletion", await signedInAgain.send("POST", "/gdpr/delete"));
}
