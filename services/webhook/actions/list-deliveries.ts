import { implement } from "#libs/contract-kit/implement.ts";
import { listDeliveries } from "#libs/contracts/webhook/index.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { Deps } from "../deps.ts";
import { requireEndpoint } from "../endpoints/require-endpoint.ts";
import { deliveryView } from "../views/delivery-view.ts";

/** GET /admin/webhooks/{id}/deliveries */
export const listDeliveriesAction = (deps: Pick<Deps, "endpoints" | "deliveries">) =>
  implement(listDeliveries, async ({ params }) => {
    const { _id } = await requireEndpoint(deps, params.id);
    const { rows, total } = await deps.deliveries.list(_id, params.status ?? null, params);
    return pageOf(rows.map(deliveryView), total, params);
  });
