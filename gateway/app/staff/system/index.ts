import { getEndpoint, listDeliveries, retryDelivery, updateEndpoint } from "#libs/contracts/webhook/index.ts";
import type { StaffRoute } from "../staff-route.ts";

/** What the system does, and its connections to others. */
export const routes: readonly StaffRoute[] = [
  {
    path: "/admin/webhooks/{endpointId}",
    title: "page.console.endpoint",
    group: null,
    actions: [getEndpoint, listDeliveries, retryDelivery, updateEndpoint],
    kinds: ["ENDPOINT"],
    texts: "system",
    load: () => import("./endpoint.tsx"),
  },
];
