import { implement } from "#libs/contract-kit/implement.ts";
import { listAllGdprRequests } from "#libs/contracts/account/gdpr.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { Deps } from "../deps.ts";
import { gdprRecordView } from "../views/gdpr-request-view.ts";

/** GET /admin/gdpr/requests */
export const listAllGdprRequestsAction = ({ gdprRequests }: Pick<Deps, "gdprRequests">) =>
  implement(listAllGdprRequests, async ({ params: { type, status, userId, ...page } }) => {
    const filter = { ...(type && { type }), ...(status && { status }), ...(userId !== undefined && { userId }) };
    const { rows, total } = await gdprRequests.list(filter, page);
    return pageOf(rows.map(gdprRecordView), total, page);
  });
