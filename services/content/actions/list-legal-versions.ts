import { implement } from "#libs/contract-kit/implement.ts";
import { listLegalVersions } from "#libs/contracts/content/index.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { Deps } from "../deps.ts";
import { legalVersionView } from "../views/legal-view.ts";

/** GET /admin/legal/{kind}/versions */
export const listLegalVersionsAction = ({ legalVersions }: Pick<Deps, "legalVersions">) =>
  implement(listLegalVersions, async ({ params }) => {
    const { rows, total } = await legalVersions.list(params.kind, params);
    return pageOf(rows.map(legalVersionView), total, params);
  });
