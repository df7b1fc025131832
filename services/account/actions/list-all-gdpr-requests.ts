import { implement } from "#libs/contract-kit/implement.ts";
import { listAllGdprRequests } from "#libs/contracts/account/gdpr.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import { namedOnly } from "#libs/platform/mongo/find-page.ts";
import type { Deps } from "../deps.ts";
import { gdprRecordView } from "../views/gdpr-request-view.ts";

/** GET /admin/gdpr/requests */
export const listAllGdprRequestsAction = ({ gdprRequests }: Pick<Deps, "gdprRequests">) =>
  implement(listAllGdprRequests, async ({ params: { id, userId, type, status, ...page } }) => {
    const { rows, total } = await gdprRequests.list(namedOnly({ _id: id, userId, type, status }), page);
    return pageOf(rows.map(gdprRecordView), total, page);
  });
