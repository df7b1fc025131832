import { openAdminBrowser } from "../support/admin-browser.ts";
import type { Reply } from "../support/http.ts";
import { dataOf, type Person, type TestSystem } from "../support/test-system.ts";

interface WebhookTour {
  readonly system: TestSystem;
  readonly tour: Map<string, Reply>;
  readonly admin: Person;
}

/** Calls the routes of webhooks, so that each succeeds once. The host of the endpoint does not resolve, so nothing is sent. */
export async function visitWebhooks({ system, tour, admin }: WebhookTour): Promise<void> {
  const browser = await openAdminBrowser(system, admin);
  const root = "/admin/webhooks";
  tour.set("webhook.listKinds", await browser.send("GET", `${root}/kinds`));
  const endpoint = { url: "https://receiver.invalid/hook", kinds: ["wallet.topped_up"] };
  tour.set("webhook.createEndpoint", await browser.send("POST", root, endpoint));
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
