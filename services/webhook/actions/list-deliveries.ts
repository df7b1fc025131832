import { implement } from "#libs/contract-kit/implement.ts";
import { listDeliveries } from "#libs/contracts/webhook.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import { deliveryView } from "../delivery-view.ts";
import type { Deps } from "../deps.ts";
import { foundEndpoint } from "../found-endpoint.ts";

/** GET /admin/webhooks/{id}/deliveries */
export const listDeliveriesAction = (deps: Pick<Deps, "endpoints" | "deliveries">) =>
  implement(listDeliveries, async ({ params }) => {
    const { _id } = await foundEndpoint(deps, params.id);
    const { rows, total } = await deps.deliveries.page(_id, params.status ?? null, params);
    return pageOf(rows.map(deliveryView), total, params);
  });
