import { openAdminBrowser } from "#test/support/admin-browser.ts";
import { type Constellation, dataOf, type Person } from "#test/support/constellation.ts";
import type { Reply } from "#test/support/http.ts";

interface Visitors {
  readonly system: Constellation;
  readonly tour: Map<string, Reply>;
  readonly admin: Person;
}

/** Calls every route of webhooks, so that it succeeds. The endpoint has a name that nobody can resolve. */
export async function visitWebhooks({ system, tour, admin }: Visitors): Promise<void> {
  const browser = await openAdminBrowser(system, admin);
  const root = "/admin/webhooks";
  tour.set("webhook.listKinds", await browser.send("GET", `${root}/kinds`));
  const wish = { url: "https://receiver.invalid/hook", kinds: ["wallet.topped_up"] };
  tour.set("webhook.createEndpoint", await browser.send("POST", root, wish));
  const { id } = dataOf<{ id: string }>(tour.get("webhook.createEndpoint") as Reply, 201);
  tour.set("webhook.listEndpoints", await browser.send("GET", root));
  tour.set("webhook.getEndpoint", await browser.send("GET", `${root}/${id}`));
  tour.set("webhook.updateEndpoint", await browser.send("PATCH", `${root}/${id}`, { description: "tour" }));
  tour.set("webhook.rotateSecret", await browser.send("POST", `${root}/${id}/rotate-secret`));
  tour.set("webhook.testEndpoint", await browser.send("POST", `${root}/${id}/test`));
  const { deliveryId } = dataOf<{ deliveryId: string }>(tour.get("webhook.testEndpoint") as Reply, 200);
  tour.set("webhook.listDeliveries", await browser.send("GET", `${root}/${id}/deliveries`));
  tour.set("webhook.retryDelivery", await browser.send("POST", `${root}/${id}/deliveries/${deliveryId}/retry`));
  tour.set("webhook.recoverDeliveries", await browser.send("POST", `${root}/${id}/recover`, { since: "2026-01-01T00:00:00Z" }));
  tour.set("webhook.removeEndpoint", await browser.send("DELETE", `${root}/${id}`));
}
