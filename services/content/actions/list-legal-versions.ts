import { implement } from "#libs/contract-kit/implement.ts";
import { listLegalVersions } from "#libs/contracts/content.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { LegalVersionRow } from "../data/legal-version.store.ts";
import type { Deps } from "../deps.ts";

/** GET /admin/legal/{kind}/versions */
export const listLegalVersionsAction = ({ legalVersions }: Pick<Deps, "legalVersions">) =>
  implement(listLegalVersions, async ({ params }) => {
    const { rows, total } = await legalVersions.page(params.kind, params);
    return pageOf(rows.map(versionView), total, params);
  });

function versionView({ _id, publishedAt, publishedBy, characters }: LegalVersionRow) {
  return { id: _id, publishedAt: publishedAt.toISOString(), publishedBy, withdrawn: characters === null, characters: characters ?? 0 };
}
